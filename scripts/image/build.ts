import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from './engine.ts'

const root = join(import.meta.dirname, '../..')
const NAME = 'localhost/aura-tested'

/** Builds deploy/Containerfile on `base` and returns the image's name. npm has its settings and cache of this machine. */
export async function buildImage(engine: Engine, base: string): Promise<string> {
  const mounts = [...mount('userconfig', '/root/.npmrc:ro'), ...mount('cache', '/root/.npm')]
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
