/**
 * Supervises a PostgreSQL server for its parent: sets it up, runs it and removes its temporary files. Stops on
 * request, or when the parent is gone: the IPC channel closes even after kill -9.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { randomFreePort } from '../processes/free-port.ts'
import { executable, isRoot, reachableTempFolder, runnablePostgres, UNPRIVILEGED_ID } from './postgres-files.ts'

export interface SupervisorRequest {
  dir: string | null
  port: number | null
  settings: Record<string, string>
}

export type SupervisorReport =
  | { type: 'ready'; port: number; pid: number }
  | { type: 'failed'; message: string }
  | { type: 'exited'; message: string }

const START_ATTEMPTS = 5
const RETRY_PAUSE_MS = 400
const STOP_LIMIT_MS = 10_000
const LOG_TAIL_CHARS = 4_000

const request = JSON.parse(process.argv[2] ?? '') as SupervisorRequest
const scratch = mkdtempSync(join(reachableTempFolder(), 'aura-postgres-'))
const user = isRoot() ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}
let server: ChildProcess | undefined
let log = ''
let isStopping = false

process.on('message', stop)
process.on('disconnect', stop)
// Ctrl-C is for the parent, which tells us when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

try {
  chmodSync(scratch, 0o755)
  const native = runnablePostgres(scratch)
  const data = prepareData(native)
  const port = await startServer(native, data)
  server?.once('exit', (code, signal) => {
    if (!isStopping) finish({ type: 'exited', message: `PostgreSQL ended (${signal ?? `exit code ${code}`})\n${log}` })
  })
  report({ type: 'ready', port, pid: server?.pid ?? 0 })
} catch (error) {
  finish({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
}

/** Initialises the data folder unless it holds a cluster. */
function prepareData(native: string): string {
  const data = request.dir ?? join(scratch, 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (isRoot()) giveAway(data)
  chmodSync(data, 0o700)
  if (existsSync(join(data, 'PG_VERSION'))) return data

  // PGlite's ordering and case rules on every platform: code points, and Unicode upper and lower case.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--no-instructions', ...locale]
  const result = spawnSync(executable(native, 'initdb'), args, {
    cwd: scratch,
    env: cleanEnv(),
    encoding: 'utf8',
    ...user,
  })
  if (result.error) throw new Error(`initdb did not start: ${result.error.message}`)
  if (result.status !== 0) throw new Error(`initdb failed:\n${result.stdout}${result.stderr}`)
  return data
}

function giveAway(path: string): void {
  chownSync(path, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) giveAway(join(path, entry.name))
    else if (entry.isFile()) chownSync(join(path, entry.name), UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  }
}

/** Retries: another process may take the port in between, and a server just killed may still hold its shared memory. */
async function startServer(native: string, data: string): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = request.port ?? (await randomFreePort())
    if (await becomesReady(native, data, port)) return port
    if (isStopping) throw new Error('Stopped while starting')
    if (attempt === START_ATTEMPTS || !/in use/.test(log)) throw new Error(`PostgreSQL did not start:\n${log}`)
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS))
  }
}

function becomesReady(native: string, data: string, port: number): Promise<boolean> {
  const settings = { unix_socket_directories: '', ...request.settings, port, listen_addresses: '127.0.0.1' }
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  log = ''
  const child = spawn(executable(native, 'postgres'), args, {
    cwd: scratch,
    env: cleanEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  })
  server = child
  return new Promise((resolve) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-LOG_TAIL_CHARS)
      if (/database system is ready to accept (read-only )?connections/.test(log)) resolve(true)
    })
    child.once('error', (error) => {
      log += error.message
      resolve(false)
    })
    child.once('exit', () => resolve(false))
  })
}

/** Without PG* variables, and with English messages. */
function cleanEnv(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(own), LC_ALL: 'C', TZ: 'UTC' }
}

/** Fast shutdown: disconnects clients and keeps committed data. */
function stop(): void {
  if (isStopping) return
  isStopping = true
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
}

function report(message: SupervisorReport): void {
  if (process.connected) process.send?.(message, () => {})
}

function finish(last?: SupervisorReport): void {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  if (last && process.connected) process.send?.(last, () => process.exit(0))
  else process.exit(0)
}
