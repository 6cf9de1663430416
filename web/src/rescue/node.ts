import type { Hex } from 'viem'
import { isHex } from 'viem/utils'

/** A sentence for the person. */
export class RescueError extends Error {
  override readonly name = 'RescueError'
}

const TIMEOUT_MS = 20_000
const MAX_BYTES = 1_000_000

/** A node that the person named. Nothing it says is believed further than what it shows of balances. */
export interface Node {
  /** Returns a value that is hexadecimal. Throws `RescueError`. */
  hex(method: string, params: readonly unknown[]): Promise<Hex>
  /** Returns anything. Throws `RescueError`. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
}

/** Returns the node at an address. Each request takes at most 20 seconds and a megabyte. Throws `RescueError`. */
export function nodeAt(address: string): Node {
  if (!/^https?:\/\/\S+$/.test(address)) {
    throw new RescueError('Enter the address of a node, which begins with https:// or http://.')
  }
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const answer = await read(address, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    if (typeof answer !== 'object' || answer === null) throw new RescueError('The node’s answer can’t be read.')
    if ('error' in answer && answer.error) throw new RescueError(`The node refused: ${reasonOf(answer.error)}`)
    if (!('result' in answer)) throw new RescueError('The node’s answer can’t be read.')
    return answer.result
  }
  return {
    ask,
    async hex(method, params) {
      const result = await ask(method, params)
      if (!isHex(result)) throw new RescueError('The node’s answer can’t be read.')
      return result
    },
  }
}

async function read(address: string, body: string): Promise<unknown> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return JSON.parse(await boundedText(response))
  } catch (cause) {
    throw new RescueError('This node doesn’t answer. Check its address, or use another one.', { cause })
  }
}

async function boundedText({ body }: Response): Promise<string> {
  if (!body) return ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let [text, bytes] = ['', 0]
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > MAX_BYTES) {
      await reader.cancel()
      throw new Error('the answer is too long')
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

function reasonOf(error: unknown): string {
  const { message } = error as { message?: unknown }
  return typeof message === 'string' ? message.slice(0, 200) : 'it gave no reason'
}
