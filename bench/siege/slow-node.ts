import { json } from 'node:stream/consumers'
import { type LocalServer, serveLocally } from '../../tests/server/local-server.ts'

type Call = Record<'id' | 'method', string> & { params: { to?: string }[] }

const ANSWER_MS = 40
const NOTHING = `0x${'0'.repeat(64)}`
const WORD = `0x${'0'.repeat(63)}1`
const RESULTS: Record<string, unknown> = {
  eth_chainId: '0x7a69',
  eth_getLogs: [],
  eth_call: WORD,
  eth_getBlockByNumber: { number: '0x7', hash: WORD, parentHash: WORD, timestamp: '0x66000000', transactions: [] },
}

/** Starts a mock node without activity, with a network's latency. */
export const startSlowNode = (): Promise<LocalServer> =>
  serveLocally(async (request, response) => {
    const { id, method, params } = (await json(request)) as Call
    // A call of no contract checks a signature, which is wrong.
    const isCheck = method === 'eth_call' && params[0]?.to === undefined
    const result = isCheck ? NOTHING : (RESULTS[method] ?? null)
    setTimeout(() => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }, ANSWER_MS)
  })
