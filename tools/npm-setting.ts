import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Returns the path that this user's npm has for `userconfig` or `cache`, or null when nothing is there. */
export function npmSetting(name: 'userconfig' | 'cache'): string | null {
  const path = spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim()
  return existsSync(path) ? path : null
}
