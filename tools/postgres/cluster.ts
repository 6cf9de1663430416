import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { executable, isReachable, isRoot, PostgresUnavailable, UNPRIVILEGED_ID } from './postgres-files.ts'

/** User and group of a process; empty for those of this process. */
export type User = { uid: number; gid: number } | Record<string, never>

export interface Cluster {
  folder: string
  user: User
}

const UNPRIVILEGED = { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }
const PASSWORD_FILE = 'aura.password'

/** Folder of clusters whose DATA_DIR PostgreSQL's user can't enter. */
const ELSEWHERE = '/var/lib/aura-local'

/** Returns the path of DATA_DIR's cluster, or of the link to it. */
export const clusterPlace = (dataDir: string): string => join(dataDir, 'postgres')

export const hasCluster = (dataDir: string): boolean => existsSync(clusterPlace(dataDir))

/** Returns the process and port in its `postmaster.pid`; null if it isn't running or still starting. */
export function readRunning(folder: string): { pid: number; port: number } | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, port] = [Number(lines[0]), Number(lines[3])]
    return pid > 0 && port > 0 ? { pid, port } : null
  } catch {
    return null
  }
}

export const clusterUrl = (folder: string, port: number): string =>
  `postgres://postgres:${readFileSync(join(folder, PASSWORD_FILE), 'utf8').trim()}@127.0.0.1:${port}/postgres`

/** Returns the cluster at `folder`, and creates it if there is none. Every user of this machine may connect. */
export function openCluster(native: string, folder: string, scratch: string): Cluster {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const cluster = owned(folder)
  if (!existsSync(join(folder, 'PG_VERSION'))) initialise(native, cluster, scratch, ['--auth=trust', '--no-sync'])
  return cluster
}

/**
 * Returns the cluster of DATA_DIR, and creates it if there is none. Only users who can read its folder can connect.
 * `note` says where it is, if not in DATA_DIR.
 */
export function openDataCluster(native: string, dataDir: string, scratch: string): Cluster & { note?: string } {
  const place = clusterPlace(dataDir)
  if (lstatSync(place, { throwIfNoEntry: false })) return owned(realpathSync(place))

  const isHere = !isRoot() || isReachable(realpathSync(dataDir), UNPRIVILEGED)
  if (!isHere) mkdirSync(ELSEWHERE, { recursive: true, mode: 0o755 })
  const folder = isHere ? `${place}.unfinished` : mkdtempSync(join(ELSEWHERE, 'postgres-'))
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
    const password = randomBytes(24).toString('hex')
    const cluster = owned(folder)
    const file = join(scratch, 'password')
    writeFileSync(file, password, { mode: 0o600 })
    giveTo(cluster.user, file)
    initialise(native, cluster, scratch, ['--auth=scram-sha-256', `--pwfile=${file}`])
    const kept = join(folder, PASSWORD_FILE)
    writeFileSync(kept, password, { mode: 0o600, flush: true })
    giveTo(cluster.user, kept)
    if (!isHere) {
      symlinkSync(folder, place)
      flush(dataDir)
      const note = `The database is in ${folder}: PostgreSQL runs as another user than root, who can't enter ${dataDir}.`
      return { ...cluster, note }
    }
    // Renamed last, so that an interrupted start leaves no cluster.
    renameSync(folder, place)
    flush(dataDir)
    return { ...cluster, folder: realpathSync(place) }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Makes new names in a folder survive a power cut, except on Windows. */
function flush(folder: string): void {
  if (process.platform === 'win32') return
  const file = openSync(folder, 'r')
  fsyncSync(file)
  closeSync(file)
}

/**
 * Returns the cluster with its user. PostgreSQL runs as the owner of its folder, but never as root, whose folder it is
 * given.
 */
function owned(folder: string): Cluster {
  chmodSync(folder, 0o700)
  if (!isRoot()) return { folder, user: {} }
  const { uid, gid } = statSync(folder)
  const user = uid === 0 ? UNPRIVILEGED : { uid, gid }
  if (uid === 0) giveTo(user, folder)
  if (!isReachable(realpathSync(folder), user)) {
    throw new Error(
      `PostgreSQL runs as user ${user.uid}, who can't enter ${folder}. Let others pass the folders above it.`,
    )
  }
  return { folder, user }
}

function giveTo({ uid, gid }: User, path: string): void {
  if (uid === undefined || gid === undefined) return
  chownSync(path, uid, gid)
  if (!statSync(path).isDirectory()) return
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory() || entry.isFile()) giveTo({ uid, gid }, join(path, entry.name))
  }
}

function initialise(native: string, { folder, user }: Cluster, scratch: string, more: string[]): void {
  // The same order and case rules on every platform: code points, and Unicode upper and lower case.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = ['-D', folder, '-U', 'postgres', '--no-instructions', ...locale, ...more]
  const result = spawnSync(executable(native, 'initdb'), args, {
    cwd: scratch,
    env: cleanEnv(),
    encoding: 'utf8',
    ...user,
  })
  // Status 127 means that a shared library is missing.
  if (result.error || result.status === 127) {
    throw new PostgresUnavailable(`The bundled PostgreSQL doesn't run here: ${result.error?.message ?? result.stderr}`)
  }
  if (result.status !== 0) throw new Error(`initdb failed:\n${result.stdout}${result.stderr}`)
}

/** Returns the environment without PG* variables and with English messages. */
export function cleanEnv(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(own), LC_ALL: 'C', TZ: 'UTC' }
}
