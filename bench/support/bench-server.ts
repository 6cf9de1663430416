/** The program that `startProduct` and `startBare` run. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { watchLoop } from './loop-lateness.ts'
import { type ProductStart, serveProduct } from './serve-product.ts'

export type BenchServerStart = ProductStart | { bareBody: string }
/** `load` also reads the event loop, which is watched from its first time on. */
export type BenchServerOrder = 'cpu' | 'load'
export interface ServerLoad {
  cpuMs: number
  /** How late the event loop was since the last order, p99. */
  lateP99Ms: number
}
export type BenchServerReport = { port: number } | ServerLoad

const report = (message: BenchServerReport) => process.send?.(message)

function bareServer(body: string): Promise<{ port: number }> {
  const bytes = Buffer.from(body)
  const server = createServer((_request, response) => response.writeHead(200).end(bytes))
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port })),
  )
}

let lateP99: ReturnType<typeof watchLoop> | undefined
process.on('message', (order: BenchServerOrder) => {
  if (order === 'load') lateP99 ??= watchLoop()
  const { user, system } = process.cpuUsage()
  report({ cpuMs: (user + system) / 1_000, lateP99Ms: lateP99?.() ?? 0 })
})
process.on('disconnect', () => process.exit(0))
const start = JSON.parse(process.argv[2] ?? '') as BenchServerStart
const { port } = await ('bareBody' in start ? bareServer(start.bareBody) : serveProduct(start))
report({ port })
