import { ProviderRpcError } from '#lib/wallet/provider-rpc-error'

/** Sends a request to the chain's node. Throws its errors as a wallet would, and 4900 if it doesn't respond. */
export type AskNode = (method: string, params?: unknown) => Promise<unknown>

interface Answer {
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

export function askNode(rpcUrl: string): AskNode {
  return async (method, params = []) => {
    let answer: Answer
    try {
      const response = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      answer = (await response.json()) as Answer
    } catch {
      throw new ProviderRpcError(4900, 'The local chain isn’t responding.')
    }
    const { error } = answer
    if (error) throw new ProviderRpcError(error.code, error.message, { data: error.data })
    return answer.result
  }
}
