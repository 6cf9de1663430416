import { type ChildProcess, spawn } from 'node:child_process'

export interface CommandResult {
  ok: boolean
  /** Both outputs in order, and the reason if the command was killed. */
  output: string
}

export interface CommandOptions {
  cwd?: string
  env?: Record<string, string>
  /** Milliseconds after which the command and its children are killed. */
  limitMs?: number
}

const DEFAULT_LIMIT_MS = 15 * 60_000
const KILL_AFTER_MS = 5_000
/** Milliseconds to wait for outputs that leftover children hold open. */
const DRAIN_MS = 2_000

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) endGroup(child, 'SIGTERM')
})

/** Runs a command in its own process group, so that no child outlives its limit or this process. */
export function runCommand(file: string, args: string[], options: CommandOptions = {}): Promise<CommandResult> {
  const limitMs = options.limitMs ?? DEFAULT_LIMIT_MS
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  running.add(child)
  let output = ''
  const keep = (text: string) => {
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  const limit = setTimeout(() => {
    keep(`\nEnded: it took longer than ${Math.round(limitMs / 1_000)} s\n`)
    endGroup(child, 'SIGTERM')
    setTimeout(() => endGroup(child, 'SIGKILL'), KILL_AFTER_MS).unref()
  }, limitMs)

  return new Promise((resolve) => {
    const finish = (ok: boolean) => {
      clearTimeout(limit)
      running.delete(child)
      resolve({ ok, output })
    }
    child.once('error', (error) => {
      keep(`${error.message}\n`)
      finish(false)
    })
    child.once('exit', (code, signal) => {
      if (signal) keep(`\nEnded by ${signal}\n`)
      const drain = setTimeout(() => finish(code === 0), DRAIN_MS)
      child.once('close', () => {
        clearTimeout(drain)
        finish(code === 0)
      })
    })
  })
}

export function runNode(args: string[], options: CommandOptions = {}): Promise<CommandResult> {
  return runCommand(process.execPath, args, options)
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {}
}
