/**
 * Supervises a local chain for its parent: runs anvil, restarts it if it dies, saves its state and mines. Stops on
 * request, or when the parent is gone: the IPC channel closes even after kill -9.
 */
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lockDirectory } from '../../server/src/platform/lock-directory.ts'
import { isPortFree, randomFreePort } from '../processes/free-port.ts'
import { isAnvil, startAnvil } from './anvil.ts'
import { blockClock, catchUpTime, wakeChain } from './block-clock.ts'
import { savedState } from './saved-state.ts'

export interface SupervisorRequest {
  dir: string
  port: number | null
  chainId: number
}

export type SupervisorReport = { type: 'ready'; port: number } | { type: 'failed'; message: string }

const TICK_MS = 1_000
const START_ATTEMPTS = 5
const RETRY_PAUSE_MS = 300
const ORPHAN_LIMIT_MS = 10_000

const { dir, port: wantedPort, chainId } = JSON.parse(process.argv[2] ?? '') as SupervisorRequest
/** Records the running anvil, so that the next supervisor finds an orphan. */
const runningFile = join(dir, 'anvil.json')
const state = savedState(dir)
let anvil: ChildProcess | undefined
/** Set while anvil responds with its state loaded. */
let runningPort: number | null = null
let isStopping = false
let unlock = () => {}

process.on('message', () => void stop())
process.on('disconnect', () => void stop())
// Ctrl-C is for the parent, which then stops us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

try {
  mkdirSync(dir, { recursive: true })
  unlock = await lockDirectory(dir)
  const last = readLast()
  if (last) await endOrphan(last)
  const port = await start(wantedPort ?? last?.port ?? null)
  void keep(port)
  if (process.connected) process.send?.({ type: 'ready', port } satisfies SupervisorReport)
} catch (error) {
  await stop({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
}

interface LastRun {
  port: number
  pid: number
}

function readLast(): LastRun | null {
  if (!existsSync(runningFile)) return null
  try {
    return JSON.parse(readFileSync(runningFile, 'utf8')) as LastRun
  } catch {
    // The file was interrupted while being written; only the port is lost.
    return null
  }
}

/** Ends an orphaned anvil, which may hold newer state than the saved one. */
async function endOrphan({ port, pid }: LastRun): Promise<void> {
  if (!(await isAnvil(urlOf(port)))) return
  try {
    process.kill(pid, 0)
  } catch {
    return
  }
  await state.save(urlOf(port))
  process.kill(pid, 'SIGKILL')
  for (const endAtMs = Date.now() + ORPHAN_LIMIT_MS; Date.now() < endAtMs; await pause(50)) {
    if (await isPortFree(port)) return
  }
}

/** Starts anvil on this port if it is free, though another program may still take it. Returns the port. */
async function start(wanted: number | null): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const isUsable = wanted !== null && (await isPortFree(wanted))
    if (wanted !== null && wanted === wantedPort && !isUsable) throw new Error(`Port ${wanted} is taken`)
    const port = isUsable ? wanted : await randomFreePort()
    try {
      await run(port)
      return port
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error
      await pause(RETRY_PAUSE_MS)
    }
  }
}

async function run(port: number): Promise<void> {
  const stateFile = state.unpack()
  const { child, ready } = startAnvil({ port, chainId, stateFile })
  anvil = child
  writeFileSync(runningFile, JSON.stringify({ port, pid: child.pid }))
  await ready
  state.tidy()
  await catchUpTime(urlOf(port))
  if (stateFile) await wakeChain(urlOf(port))
  runningPort = port
  child.once('exit', () => {
    runningPort = null
    if (!isStopping) void bringBack(port)
  })
  // It may have died while the chain was resumed.
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('anvil ended right after its start')
}

async function bringBack(port: number): Promise<void> {
  while (!isStopping) {
    try {
      await run(port)
      return
    } catch {
      await pause(RETRY_PAUSE_MS)
    }
  }
}

async function keep(port: number): Promise<void> {
  const clock = blockClock(urlOf(port))
  let savedBlock = -1
  while (!isStopping) {
    try {
      const newest = await clock.tick()
      if (newest !== savedBlock) await state.save(urlOf(port))
      savedBlock = newest
    } catch {}
    await pause(TICK_MS)
  }
}

async function stop(last?: SupervisorReport): Promise<void> {
  if (isStopping) return
  isStopping = true
  if (runningPort !== null) await state.save(urlOf(runningPort)).catch(() => {})
  anvil?.kill('SIGKILL')
  state.tidy()
  unlock()
  if (last && process.connected) process.send?.(last, () => process.exit(0))
  else process.exit(0)
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`
}
