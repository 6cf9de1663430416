import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Returns the user's npm path for `userconfig` or `cache`, or null if nothing exists there. */
export function npmSetting(name: 'userconfig' | 'cache'): string | null {
  const path = spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim()
  return existsSync(path) ? path : null
}
