import { type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuMsOf } from '../../tools/processes/cpu-ms.ts'
import type { BenchServerShared } from './bench-server.ts'
import type { ProductStart } from './serve-product.ts'

type Called<Shared> = {
  [Name in keyof Shared]: Shared[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : Shared[Name]
}

/** The values and functions that a program shares, as its parent sees them. */
export type Program<Shared> = Called<Shared> & { stop(): void; kill(): Promise<void> }

/**
 * Starts a program of bench/ in a process of its own, so that measurements cover nothing else. Resolves once it calls
 * `share`. Rejects, as its functions then do, if it ends.
 */
export async function startProgram<Shared>(
  file: string,
  start: object = {},
  options: ForkOptions = {},
): Promise<Program<Shared>> {
  const args = [JSON.stringify(start)]
  const child = fork(join(import.meta.dirname, '..', file), args, { serialization: 'advanced', ...options })
  const ended = once(child, 'exit')
  const sharing = Promise.withResolvers<unknown>()
  const calls = [sharing]
  child.on('message', ({ id, result }: { id: number; result: unknown }) => calls[id]?.resolve(result))
  void ended.then(([code]) => {
    for (const { reject } of calls) reject(new Error(`a program of the benchmark ended (${code})`))
  })
  const called = (name: string, values: unknown[]) => {
    const call = Promise.withResolvers<unknown>()
    child.send({ id: calls.push(call) - 1, name, values })
    return call.promise
  }
  const { constants, functions } = (await sharing.promise) as { constants: object; functions: string[] }
  return {
    ...constants,
    ...Object.fromEntries(functions.map((name) => [name, (...values: unknown[]) => called(name, values)])),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    stop: () => child.disconnect(),
  } as Program<Shared>
}

export type BenchServer = Program<BenchServerShared>

/** Starts the product over HTTP, without a web app, and with the jobs that are named. */
export const startProduct = (start: ProductStart): Promise<BenchServer> =>
  startProgram('support/bench-server.ts', start)

/** Starts a bare `node:http` server that sends these bytes. */
export const startBare = (body: string): Promise<BenchServer> =>
  startProgram('support/bench-server.ts', { bareBody: body })

/** Returns the CPU milliseconds of a process, its living children and those that have ended. Only on Linux. */
export function familyCpuMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const { own, ended } = cpuMs(pid)
  return own + ended + children.reduce((sum, child) => sum + cpuMs(Number(child)).own, 0)
}

/** Returns zeros when the process has just ended. */
function cpuMs(pid: number): ReturnType<typeof cpuMsOf> {
  try {
    return cpuMsOf(pid)
  } catch {
    return { own: 0, ended: 0 }
  }
}
