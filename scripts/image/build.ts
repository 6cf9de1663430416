import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from './engine.ts'

const root = join(import.meta.dirname, '../..')
const NAME = 'localhost/aura-tested'

/** Builds deploy/Containerfile on `base` and returns the image's name. npm gets its settings of this machine. */
export async function buildImage(engine: Engine, base: string): Promise<string> {
  const npmrc = spawnSync('npm', ['config', 'get', 'userconfig'], { encoding: 'utf8' }).stdout.trim()
  const mounts = existsSync(npmrc) ? ['--volume', `${npmrc}:/root/.npmrc:ro`] : []
  await engine.buildah([
    ...['bud', '--isolation', 'chroot', '--network', 'host', '--format', 'docker', ...mounts],
    ...['--build-arg', `BASE=${base}`, '--file', join(root, 'deploy/Containerfile')],
    ...['--ignorefile', join(root, 'deploy/Containerfile.dockerignore'), '--tag', NAME, root],
  ])
  return NAME
}
