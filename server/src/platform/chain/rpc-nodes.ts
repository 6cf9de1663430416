import { http } from 'viem'
import { boundedFetch, type FetchBounds } from '../outgoing/bounded-fetch.ts'
import { spanned, type Tracing } from '../tracing/tracing.ts'
import { CallReverted, ChainUnreachable, GasUnaffordable, ScanTooLarge, SendRefused } from './chain.ts'

export type Ask = <T>(method: string, params: readonly unknown[]) => Promise<T>

/** Bounds per node, so that a hanging node takes no slots of the others. */
const BOUNDS: FetchBounds = { timeoutMs: 10_000, maxBytes: 10 * 1024 * 1024, maxAtOnce: 64 }
const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 30_000

interface Node {
  /** The host only: the URL may contain an access key. */
  name: string
  ask: Ask
  /** Whether the node has proved that it belongs to the right network. */
  isChecked: boolean
  failures: number
  restsUntilMs: number
}

/** Runs work on one node; if it fails, the next node repeats all of it. Failed nodes back off exponentially. */
export class RpcNodes {
  readonly #nodes: Node[]
  readonly #chainId: number
  readonly #now: () => number

  constructor(
    urls: readonly string[],
    chainId: number,
    {
      now = Date.now,
      bounds = {},
      tracing = null,
    }: { now?: () => number; bounds?: Partial<FetchBounds>; tracing?: Tracing | null } = {},
  ) {
    this.#nodes = urls.map((url, index) => ({
      name: nameOf(url),
      ask: tracedAsk(askerOf(url, { ...BOUNDS, ...bounds }), index + 1, tracing),
      isChecked: false,
      failures: 0,
      restsUntilMs: 0,
    }))
    this.#chainId = chainId
    this.#now = now
  }

  /** Runs work on a node. Throws ChainUnreachable if every node failed, and the network's own refusals unchanged. */
  async use<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
    const nowMs = this.#now()
    const isResting = (node: Node) => node.restsUntilMs > nowMs
    const inTurn = [...this.#nodes.filter((node) => !isResting(node)), ...this.#nodes.filter(isResting)]
    let reason = 'no node is known'
    for (const node of inTurn) {
      try {
        return await this.#work(node, work)
      } catch (error) {
        if (error instanceof CallReverted || error instanceof ScanTooLarge) throw error
        reason = reasonOf(error)
      }
    }
    throw new ChainUnreachable(`no node of network ${this.#chainId} answered: ${reason}`)
  }

  /** Returns all nodes separately. `use` throws as above; `chainId` returns the node's network even if it is wrong. */
  get each(): { name: string; chainId(): Promise<number>; use<T>(work: (ask: Ask) => Promise<T>): Promise<T> }[] {
    return this.#nodes.map((node) => ({
      name: node.name,
      chainId: async () => {
        try {
          return await chainIdOf(node)
        } catch (error) {
          throw new ChainUnreachable(`${node.name} did not answer: ${reasonOf(error)}`)
        }
      },
      use: async (work) => {
        try {
          return await this.#work(node, work)
        } catch (error) {
          if (error instanceof CallReverted || error instanceof ScanTooLarge) throw error
          throw new ChainUnreachable(`${node.name} did not answer: ${reasonOf(error)}`)
        }
      },
    }))
  }

  async #work<T>(node: Node, work: (ask: Ask) => Promise<T>): Promise<T> {
    try {
      await this.#check(node)
      const result = await work(node.ask)
      node.failures = 0
      return result
    } catch (error) {
      if (error instanceof CallReverted || error instanceof ScanTooLarge || error instanceof PersonsCallFailed)
        throw error
      node.isChecked = false
      node.restsUntilMs = this.#now() + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** node.failures)
      node.failures++
      throw error
    }
  }

  async #check(node: Node): Promise<void> {
    if (node.isChecked) return
    const chainId = await chainIdOf(node)
    if (chainId !== this.#chainId) throw new Error(`a node is on network ${chainId}, not ${this.#chainId}`)
    node.isChecked = true
  }
}

async function chainIdOf(node: Pick<Node, 'ask'>): Promise<number> {
  const chainId = Number(await node.ask<string>('eth_chainId', []))
  if (!Number.isSafeInteger(chainId) || chainId < 1) throw new Error('a node has no chain id')
  return chainId
}

const nameOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)

/** Traces a node by its index in RPC_URLS, whose address may hold a key, without parameters, which name wallets. */
const tracedAsk = (ask: Ask, node: number, tracing: Tracing | null): Ask =>
  tracing
    ? (method, params) =>
        spanned(
          tracing,
          {
            name: method,
            kind: 'client',
            attributes: { 'rpc.system': 'jsonrpc', 'rpc.method': method, 'rpc.node': node },
          },
          () => ask(method, params),
        )
    : ask

function askerOf(url: string, bounds: FetchBounds): Ask {
  const transport = http(url, {
    // Retries happen above, where all of the work moves to another node.
    retryCount: 0,
    // viem's timeout stops at the response headers, and viem follows redirects.
    timeout: bounds.timeoutMs * 2,
    maxResponseBodySize: false,
    fetchFn: boundedFetch(bounds),
  })({})
  return async <T>(method: string, params: readonly unknown[]) => {
    try {
      return (await transport.request({ method, params } as never)) as T
    } catch (error) {
      const refusal = refusalOf(method, error)
      if (refusal) throw refusal
      throw isPersons(method, params, error) ? new PersonsCallFailed(reasonOf(error)) : error
    }
  }
}

/**
 * A person chose what was asked, such as the check of a wallet whose code takes longer than the node allows. It fails for
 * this person only: whether the node responds to others is shown by all other requests.
 */
class PersonsCallFailed extends Error {
  override name = 'PersonsCallFailed'
}

/** People name transactions. A node may answer an unknown one with an error, for example while it builds its index. */
const NAMED_BY_PEOPLE: readonly string[] = ['eth_getTransactionByHash', 'eth_getTransactionReceipt']

function isPersons(method: string, [sent]: readonly unknown[], error: unknown): boolean {
  if (NAMED_BY_PEOPLE.includes(method)) return typeof (error as { code?: unknown }).code === 'number'
  return typeof sent === 'object' && sent !== null && 'gas' in sent
}

/** Matches messages, because error codes differ between node implementations. */
const REVERTED = /revert|opcode|out ?of ?gas|bad ?instruction|stack ?(under|over)flow|invalid ?jump/i
const UNAFFORDABLE = /insufficient funds|gas required exceeds allowance/i
const SIMULATING: readonly string[] = ['eth_call', 'eth_estimateGas']
const TOO_LARGE = /block range|range is too|(too many|more than \d+) (blocks|results|logs)|limited to|response size/i

/**
 * Returns a refusal that any other node would repeat; undefined for a failure of this node. viem's message has the
 * whole URL, which may contain an access key, below its first line, so it is matched but not passed on.
 */
function refusalOf(method: string, error: unknown): Error | undefined {
  const { code, details = '', message = '' } = error as { code?: unknown; details?: string; message?: string }
  // The node accepts only smaller ranges.
  if (method === 'eth_getLogs' && /exceeded the size limit/.test(message)) return new ScanTooLarge(reasonOf(error))
  if (typeof code !== 'number') return undefined
  if (method === 'eth_estimateGas' && UNAFFORDABLE.test(details)) return new GasUnaffordable(details)
  if (method === 'eth_sendRawTransaction') return new SendRefused(details)
  if (SIMULATING.includes(method) && (code === 3 || REVERTED.test(`${details} ${message}`))) {
    return new CallReverted(details, revertDataOf(error))
  }
  if (method === 'eth_getLogs' && TOO_LARGE.test(details)) return new ScanTooLarge(details)
  return undefined
}

/** Returns the contract's error. viem wraps some errors of nodes in its own. */
function revertDataOf(error: unknown): string | null {
  const { data, cause } = error as { data?: unknown; cause?: { data?: unknown } }
  const found = data ?? cause?.data
  return typeof found === 'string' && /^0x[0-9a-f]*$/i.test(found) ? found : null
}
