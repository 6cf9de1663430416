import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pad } from 'viem'

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
  const serve: RequestListener = (request, response) => {
    if (node.isSilent) return
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: [{ data: string }] }
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
    })
  }
  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node: SmallNode = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    withdrawn: new Map(),
    finalTime: Math.floor(Date.now() / 1_000),
    isSilent: false,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return node
}
