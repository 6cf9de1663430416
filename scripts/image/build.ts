import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from './engine.ts'

const root = join(import.meta.dirname, '../..')
const NAME = 'localhost/aura-tested'

/** Of root in the image, where npm looks for its settings and its cache. */
const HOME = '/root'

/** Builds deploy/Containerfile on `base` with this user's npm settings and cache. Returns the image's name. */
export async function buildImage(engine: Engine, base: string): Promise<string> {
  const mounts = [...mount('userconfig', `${HOME}/.npmrc:ro`), ...mount('cache', `${HOME}/.npm`)]
  await engine.buildah([
    ...['bud', '--isolation', 'chroot', '--network', 'host', '--format', 'docker', ...mounts],
    ...['--build-arg', `BASE=${base}`, '--file', join(root, 'deploy/Containerfile')],
    ...['--ignorefile', join(root, 'deploy/Containerfile.dockerignore'), '--tag', NAME, root],
  ])
  return NAME
}

function mount(npmSetting: string, at: string): string[] {
  const path = spawnSync('npm', ['config', 'get', npmSetting], { encoding: 'utf8' }).stdout.trim()
  return existsSync(path) ? ['--volume', `${path}:${at}`] : []
}
