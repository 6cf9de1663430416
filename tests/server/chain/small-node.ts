import { json } from 'node:stream/consumers'
import { pad } from 'viem'
import { serveLocally } from '../local-server.ts'

/** A node of the local network whose contract reports withdrawals set by a test. */
export interface SmallNode {
  url: string
  /** Withdrawn amounts by wallet in lower case. */
  withdrawn: Map<string, number>
  finalTime: number
  isSilent: boolean
  close(): void
}

/** Starts a node, with https if given a certificate. */
export async function startSmallNode(tls?: { cert: string; key: string }): Promise<SmallNode> {
  const hex = (value: number): `0x${string}` => `0x${value.toString(16)}`
  const { url, close } = await serveLocally(async (request, response) => {
    if (node.isSilent) return
    const { id, method, params } = (await json(request)) as { id: number; method: string; params: [{ data: string }] }
    const results: Record<string, () => unknown> = {
      eth_chainId: () => hex(31_337),
      eth_getBlockByNumber: () => ({
        number: hex(7),
        hash: pad(hex(7), { size: 32 }),
        timestamp: hex(node.finalTime),
      }),
      eth_call: () => pad(hex(node.withdrawn.get(`0x${params[0].data.slice(-40)}`) ?? 0), { size: 32 }),
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method]?.() }))
  }, tls)
  const node: SmallNode = {
    ...{ url, close },
    withdrawn: new Map(),
    finalTime: Math.floor(Date.now() / 1_000),
    isSilent: false,
  }
  return node
}
