import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A mock node without activity, with a network's latency. */
export interface SlowNode {
  url: string
  close(): void
}

interface Call {
  id: number
  method: string
  params: { to?: string }[]
}

const ANSWER_MS = 40
const NOTHING = `0x${'0'.repeat(64)}`
const WORD = `0x${'0'.repeat(63)}1`
const RESULTS: Record<string, unknown> = {
  eth_chainId: '0x7a69',
  eth_getLogs: [],
  eth_call: WORD,
  eth_getBlockByNumber: { number: '0x7', hash: WORD, parentHash: WORD, timestamp: '0x66000000', transactions: [] },
}

export async function startSlowNode(): Promise<SlowNode> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { id, method, params } = JSON.parse(Buffer.concat(pieces).toString()) as Call
    // A call of no contract checks a signature, which is wrong.
    const isCheck = method === 'eth_call' && params[0]?.to === undefined
    const result = isCheck ? NOTHING : (RESULTS[method] ?? null)
    setTimeout(() => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }, ANSWER_MS)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
