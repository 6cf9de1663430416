import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Returns the user's npm path for `userconfig` or `cache`, or null if nothing exists there. */
export function npmSetting(name: 'userconfig' | 'cache'): string | null {
  const path = spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim()
  return existsSync(path) ? path : null
}

/** Returns the program of the npm that started this process, which Node runs, or null if none did. */
export function npmCli(): string | null {
  const cli = process.env.npm_execpath
  return cli && /npm-cli\.c?js$/.test(cli) ? cli : null
}

/** Returns what runs npm, and its first arguments: the npm that started this process, else the first in PATH. */
export function npmCommand(): { file: string; first: string[] } {
  const cli = npmCli()
  return cli === null ? { file: 'npm', first: [] } : { file: process.execPath, first: [cli] }
}
