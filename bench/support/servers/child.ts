import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Order, Report, Start } from './bench-server.ts'

export interface BenchServer {
  port: number
  pid: number
  cpuMs(): Promise<number>
  stop(): void
  kill(): Promise<void>
}

/** Forks the product on the given database, with that many users. */
export async function startProduct(start: Start): Promise<BenchServer> {
  const child = fork(program, [JSON.stringify(start)])
  const { port } = (await next(child)) as { port: number }
  return serverOf(child, port)
}

/** Forks a bare `node:http` server that sends these bytes. */
export async function startBare(body: string, headers: Record<string, string>): Promise<BenchServer> {
  const child = fork(program, [])
  child.send({ op: 'serve-bytes', body, headers } satisfies Order)
  const { port } = (await next(child)) as { port: number }
  return serverOf(child, port)
}

const program = join(import.meta.dirname, 'bench-server.ts')

function next(child: ChildProcess): Promise<Report> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the server of the benchmark ended (${code})`))
    child.once('exit', onExit)
    child.once('message', (report: Report) => {
      child.off('exit', onExit)
      resolve(report)
    })
  })
}

const serverOf = (child: ChildProcess, port: number): BenchServer => ({
  port,
  pid: child.pid ?? 0,
  async cpuMs() {
    child.send({ op: 'cpu' } satisfies Order)
    return ((await next(child)) as { cpuMs: number }).cpuMs
  },
  stop: () => child.disconnect(),
  kill: () =>
    new Promise((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGKILL')
    }),
})
