/** The program that `startProduct` and `startBare` run. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { given, ownCpuMs, share, watchLoop } from './child.ts'
import { type ProductStart, serveProduct } from './serve-product.ts'

async function bareServer(body: string): Promise<{ port: number }> {
  const bytes = Buffer.from(body)
  const server = createServer((_request, response) => response.writeHead(200).end(bytes)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address() as AddressInfo
}

const start = given<ProductStart | { bareBody: string }>()
const { port } = await ('bareBody' in start ? bareServer(start.bareBody) : serveProduct(start))
let lateP99: ReturnType<typeof watchLoop> | undefined
const shared = {
  port,
  cpuMs: ownCpuMs,
  /** Also returns how late the event loop was since the last call, p99. It is watched from the first call on. */
  load() {
    lateP99 ??= watchLoop()
    return { cpuMs: ownCpuMs(), lateP99Ms: lateP99() }
  },
}
export type BenchServerShared = typeof shared
share(shared)
