/**
 * Supervises a PostgreSQL server for its parent: sets it up, runs it and removes its temporary files. Stops on request,
 * or when the parent is gone: the IPC channel closes even after kill -9. The supervisor of a DATA_DIR first waits for
 * the other commands that use it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DirectoryInUse, takeLock } from '../../server/src/platform/lock-directory.ts'
import { randomFreePort } from '../processes/free-port.ts'
import {
  type Cluster,
  cleanEnv,
  clusterPlace,
  clusterUrl,
  openCluster,
  openDataCluster,
  readRunning,
} from './cluster.ts'
import { executable, PostgresUnavailable, reachableTempFolder, runnablePostgres } from './postgres-files.ts'
import { connectTo, countSessions, lockUsersOut } from './users.ts'

export interface SupervisorRequest {
  /** Selects the cluster of this DATA_DIR, or the one in `dir`, or a temporary one. */
  dataDir: string | null
  dir: string | null
  port: number | null
  settings: Record<string, string>
}

export type SupervisorReport =
  | { type: 'ready'; port: number; pid: number; note?: string }
  /**
   * `busy`: another supervisor has this DATA_DIR. `shared`: other commands still use it, so this one keeps it running.
   */
  | { type: 'failed' | 'exited' | 'busy' | 'shared'; message: string }

/** A server just killed may hold its shared memory until its last session has noticed. */
const START_ATTEMPTS = 20
const RETRY_PAUSE_MS = 400
const STOP_LIMIT_MS = 10_000
/** Milliseconds for a server that lost its parent, too, to finish its sessions. */
const SESSIONS_LIMIT_MS = 10_000
const POLL_MS = 100
const LOG_TAIL_CHARS = 4_000

class Busy extends Error {}

const request = JSON.parse(process.argv[2] ?? '') as SupervisorRequest
const scratch = mkdtempSync(join(reachableTempFolder(), 'aura-postgres-'))
let server: ChildProcess | undefined
let url: string | undefined
let log = ''
let isStopping = false
let unlock = () => {}

process.on('message', () => void stop())
process.on('disconnect', () => void stop())
// Ctrl-C is for the parent, which then stops us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

try {
  chmodSync(scratch, 0o755)
  const { dataDir, dir } = request
  if (dataDir !== null) unlock = takeLock(`${clusterPlace(dataDir)}.lock`, clusterPlace(dataDir))
  const native = runnablePostgres(scratch)
  const cluster: Cluster & { note?: string } =
    dataDir === null
      ? openCluster(native, dir ?? join(scratch, 'data'), scratch)
      : openDataCluster(native, dataDir, scratch)
  if (dataDir !== null) await endOrphan(cluster.folder)
  const port = await startServer(native, cluster)
  if (dataDir !== null) url = clusterUrl(cluster.folder, port)
  server?.once('exit', (code, signal) => {
    if (!isStopping) finish({ type: 'exited', message: `PostgreSQL ended (${signal ?? `exit code ${code}`})\n${log}` })
  })
  report({ type: 'ready', port, pid: server?.pid ?? 0, ...(cluster.note ? { note: cluster.note } : {}) })
} catch (error) {
  const isBusy = error instanceof Busy || error instanceof DirectoryInUse
  finish({ type: isBusy ? 'busy' : 'failed', message: error instanceof Error ? error.message : String(error) })
}

/** Ends a server whose supervisor was killed. Throws Busy while other commands use it. */
async function endOrphan(folder: string): Promise<void> {
  const running = readRunning(folder)
  if (running === null) return
  const { pid, port } = running
  if (runsIn(pid, folder)) {
    const control = await connectTo(clusterUrl(folder, port)).catch(() => null)
    if (control && !(await lockUsersOut(control))) throw new Busy('Other commands use it')
    const untilMs = Date.now() + STOP_LIMIT_MS
    end(pid, 'SIGINT')
    for (; runsIn(pid, folder); await pause(POLL_MS)) if (Date.now() > untilMs) end(pid, 'SIGKILL')
    await control?.end().catch(() => {})
  }
  // PostgreSQL would take any process of this user with that id for a server.
  rmSync(join(folder, 'postmaster.pid'), { force: true })
}

/** Sends a signal to a process, which may have ended already. */
function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {}
}

/** Returns whether this process is a server of the folder, since process ids are reused. */
function runsIn(pid: number, folder: string): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === folder
    if (process.platform === 'win32') return true
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(folder)
  } catch {
    return false
  }
}

/**
 * Starts the server. Retries, because another process may take the port in between, and a server just killed may still
 * hold its shared memory.
 */
async function startServer(native: string, cluster: Cluster): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = request.port ?? (await randomFreePort())
    if (await becomesReady(native, cluster, port)) return port
    if (isStopping) throw new Error('Stopped while starting')
    if (attempt === START_ATTEMPTS || !/in use/.test(log)) throw new Error(`PostgreSQL did not start:\n${log}`)
    await pause(RETRY_PAUSE_MS)
  }
}

function becomesReady(native: string, { folder, user }: Cluster, port: number): Promise<boolean> {
  const settings = { unix_socket_directories: '', ...request.settings, port, listen_addresses: '127.0.0.1' }
  const args = ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  log = ''
  const child = spawn(executable(native, 'postgres'), args, {
    cwd: scratch,
    env: cleanEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  })
  server = child
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-LOG_TAIL_CHARS)
      if (/database system is ready to accept (read-only )?connections/.test(log)) resolve(true)
    })
    child.once('error', ({ message }) =>
      reject(new PostgresUnavailable(`The bundled PostgreSQL doesn't run here: ${message}`)),
    )
    child.once('exit', () => resolve(false))
  })
}

/** Requests a fast shutdown, which disconnects clients and keeps committed data. */
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  // A failure means that no command can use it.
  const control = url === undefined ? undefined : await untilUnused(url).catch(() => undefined)
  if (!server || server.exitCode !== null || server.signalCode !== null) {
    finish()
    return
  }
  const limit = setTimeout(() => server?.kill('SIGKILL'), STOP_LIMIT_MS)
  server.once('exit', () => {
    clearTimeout(limit)
    finish()
  })
  server.kill('SIGINT')
  await control?.end().catch(() => {})
}

/** Waits until no other command uses it and no session is left. Returns the connection that locks new ones out. */
async function untilUnused(of: string) {
  const control = await connectTo(of)
  if (!(await lockUsersOut(control))) {
    report({ type: 'shared', message: '' })
    while (!(await lockUsersOut(control))) await pause(POLL_MS)
  }
  const untilMs = Date.now() + SESSIONS_LIMIT_MS
  while (Date.now() < untilMs && (await countSessions(control)) > 0) await pause(POLL_MS)
  return control
}

function report(message: SupervisorReport): void {
  if (process.connected) process.send?.(message, () => {})
}

function finish(last?: SupervisorReport): void {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  unlock()
  if (last && process.connected) process.send?.(last, () => process.exit(0))
  else process.exit(0)
}
