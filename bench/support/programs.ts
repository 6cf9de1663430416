import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuMsOf } from '../../tools/processes/cpu-ms.ts'
import type { BenchServerOrder, BenchServerReport, BenchServerStart, ServerLoad } from './bench-server.ts'
import type { ProductStart } from './serve-product.ts'

/** Forks a program of bench/ with one JSON argument, so that measurements cover nothing else. */
export const startProgram = (file: string, start?: object, options: ForkOptions = {}): ChildProcess =>
  fork(join(import.meta.dirname, '..', file), start === undefined ? [] : [JSON.stringify(start)], options)

/** Resolves with the next message of a program; rejects if it ends first. */
export function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a program of the benchmark ended (${code})`))
    child.once('exit', onExit)
    child.once('message', (message: Message) => {
      child.off('exit', onExit)
      resolve(message)
    })
  })
}

export interface BenchServer {
  port: number
  cpuMs(): Promise<number>
  load(): Promise<ServerLoad>
  stop(): void
  kill(): Promise<void>
}

/** Starts the product over HTTP, without a web app, and with the jobs that are named. */
export const startProduct = (start: ProductStart): Promise<BenchServer> => startBenchServer(start)

/** Starts a bare `node:http` server that sends these bytes. */
export const startBare = (body: string): Promise<BenchServer> => startBenchServer({ bareBody: body })

async function startBenchServer(start: BenchServerStart): Promise<BenchServer> {
  const child = startProgram('support/bench-server.ts', start)
  const { port } = (await nextMessage<BenchServerReport>(child)) as { port: number }
  const read = (order: BenchServerOrder): Promise<ServerLoad> => {
    child.send(order)
    return nextMessage<ServerLoad>(child)
  }
  return {
    port,
    cpuMs: async () => (await read('cpu')).cpuMs,
    load: () => read('load'),
    stop: () => child.disconnect(),
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}

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
