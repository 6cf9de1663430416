import { join } from 'node:path'
import { npmSetting } from '../npm-setting.ts'
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

function mount(setting: 'userconfig' | 'cache', at: string): string[] {
  const path = npmSetting(setting)
  return path === null ? [] : ['--volume', `${path}:${at}`]
}
