import { json } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { auraAccountAbi } from '@aura/contracts/abi'
import { encodeEventTopics } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import { collector } from '../../../../tests/server/collector.ts'
import { MISBEHAVIOURS, serveLocally } from '../../../../tests/server/local-server.ts'
import { openTracing } from '../tracing/open-tracing.ts'
import { CallReverted, ChainUnreachable, GasUnaffordable, ScanTooLarge, type Verifier } from './chain.ts'
import { rpcChain } from './rpc-chain.ts'
import { RpcNodes } from './rpc-nodes.ts'
import { agreedSignature } from './verifiers.ts'

type Answer = { result: unknown } | { error: { code: number; message: string; data?: unknown } } | 'hang up'

async function node(answers: Record<string, Answer | ((params: unknown[]) => Answer)>) {
  const asked: string[] = []
  const server = await serveLocally(async (request, response) => {
    const { id, method, params } = (await json(request)) as { id: number; method: string; params: unknown[] }
    asked.push(method)
    const made = answers[method]
    const answer = typeof made === 'function' ? made(params) : made
    if (answer === undefined || answer === 'hang up') return response.destroy()
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  onTestFinished(server.close)
  return { url: server.url, asked }
}

const LOCAL = { result: '0x7a69' }
const block = (number: string) => ({ result: { number, hash: `0x${'1'.repeat(64)}`, timestamp: '0x64' } })
const at = (...urls: string[]) =>
  rpcChain({ kind: 'local', confirmationSeconds: 0, contracts: null, startBlock: 0, rpcUrls: urls })

describe('several nodes', () => {
  it('are asked in order until one responds', async () => {
    const dead = await node({ eth_chainId: 'hang up' })
    const alive = await node({ eth_chainId: LOCAL, eth_getBlockByNumber: block('0x5') })
    const chain = at(dead.url, alive.url)
    expect(await chain.latest()).toMatchObject({ number: 5, time: new Date(100_000) })
    expect(dead.asked).toEqual(['eth_chainId'])
    await chain.latest()
    expect(dead.asked).toEqual(['eth_chainId'])
  })

  it('are ignored while they belong to another network', async () => {
    const other = await node({ eth_chainId: { result: '0x1' }, eth_getBlockByNumber: block('0x99') })
    const right = await node({ eth_chainId: LOCAL, eth_getBlockByNumber: block('0x5') })
    expect((await at(other.url, right.url).latest()).number).toBe(5)
    await expect(at(other.url).latest()).rejects.toThrow(/network 1, not 31337/)
  })

  it('run a unit of work as a whole: the next node repeats it from the start', async () => {
    let isDown = false
    const first = await node({
      eth_chainId: LOCAL,
      eth_getBlockByNumber: () => (isDown ? 'hang up' : block('0x7')),
      eth_getLogs: () => {
        isDown = true
        return { result: [] }
      },
    })
    const second = await node({ eth_chainId: LOCAL, eth_getBlockByNumber: block('0x9'), eth_getLogs: { result: [] } })
    expect(await at(first.url, second.url).scan(1, 9)).toMatchObject({ before: { number: 9 }, last: { number: 9 } })
  })

  it('that failed back off exponentially, and are used when no other is left', async () => {
    let nowMs = 0
    const dead = await node({})
    const nodes = new RpcNodes([dead.url], 31_337, { now: () => nowMs })
    const ask = () => nodes.use((request) => request('eth_blockNumber', [])).catch(() => {})
    await ask()
    await ask()
    expect(dead.asked).toHaveLength(2)
    const alive = await node({ eth_chainId: LOCAL, eth_blockNumber: { result: '0x1' } })
    const both = new RpcNodes([dead.url, alive.url], 31_337, { now: () => nowMs })
    const use = () => both.use((request) => request('eth_blockNumber', []))
    await use()
    nowMs = 999
    await use()
    expect(dead.asked).toHaveLength(3)
    nowMs = 1_000
    await use()
    expect(dead.asked).toHaveLength(4)
    nowMs = 2_999
    await use()
    expect(dead.asked).toHaveLength(4)
  })
})

describe('a node that misbehaves', () => {
  const bounds = { timeoutMs: 200, maxBytes: 100_000, maxAtOnce: 4 }
  const ask = (urls: string[]) =>
    new RpcNodes(urls, 31_337, { bounds }).use((request) => request('eth_blockNumber', []))

  it.each(['silent', 'stalled', 'endless'] as const)(
    'is abandoned at its deadline, and the next is asked: %s',
    async (way) => {
      const odd = await serveLocally((_, response) => MISBEHAVIOURS[way](response))
      const right = await node({ eth_chainId: LOCAL, eth_blockNumber: { result: '0x5' } })
      expect(await ask([odd.url, right.url])).toBe('0x5')
      await expect(ask([odd.url])).rejects.toBeInstanceOf(ChainUnreachable)
      await expect.poll(() => odd.open()).toBe(0)
      odd.close()
    },
  )

  it('follows no redirect: it counts as a failure', async () => {
    const elsewhere = await serveLocally((_, response) => response.end('{}'))
    const odd = await serveLocally((_, response) => response.writeHead(307, { location: elsewhere.url }).end())
    await expect(ask([odd.url])).rejects.toBeInstanceOf(ChainUnreachable)
    expect(elsewhere.asked).toEqual([])
    odd.close()
    elsewhere.close()
  })
})

const tooMany = (message: string): Answer => ({ error: { code: -32_005, message } })

describe("a node's response", () => {
  const answering = async (method: string, answer: Answer) =>
    at((await node({ eth_chainId: LOCAL, [method]: answer })).url)

  it('to a reverting contract call is a refusal, not an outage', async () => {
    const chain = await answering('eth_call', { error: { code: 3, message: 'execution reverted' } })
    await expect(chain.call({ to: '0x1', data: '0x' })).rejects.toBeInstanceOf(CallReverted)
    const { message, signature } = { message: 'hello', signature: `0x${'ab'.repeat(65)}` }
    expect(await agreedSignature(chain, { address: `0x${'1'.repeat(40)}`, message, signature })).toBe(false)
  })

  it('to a signature check costs it no more gas than a transaction, and running out of it is a refusal [access.signature-gas]', async () => {
    const endless = ([sent]: unknown[]): Answer =>
      Number((sent as { gas: string }).gas) <= 2 ** 24 ? { error: { code: -32_000, message: 'out of gas' } } : 'hang up'
    const chain = at((await node({ eth_chainId: LOCAL, eth_call: endless })).url)
    const signed = { address: `0x${'1'.repeat(40)}`, message: 'hello', signature: `0x${'ab'.repeat(96)}` }
    expect(await agreedSignature(chain, signed)).toBe(false)
  })

  it.each<[string, Answer]>([
    ['takes longer than the node allows', { error: { code: -32_000, message: 'execution aborted (timeout = 5s)' } }],
    ['makes the node give up', 'hang up'],
  ])(
    'to a call that a person chose, which %s, fails for them and is no failure of the node [access.own-call]',
    async (_, answer) => {
      const first = await node({ eth_chainId: LOCAL, eth_call: answer, eth_getBlockByNumber: block('0x5') })
      const second = await node({ eth_chainId: LOCAL, eth_call: answer, eth_getBlockByNumber: block('0x6') })
      const chain = at(first.url, second.url)
      await expect(chain.call({ to: '0x1', data: '0x', gas: 1_000 })).rejects.toBeInstanceOf(ChainUnreachable)
      const signed = { address: `0x${'1'.repeat(40)}`, message: 'hello', signature: `0x${'ab'.repeat(96)}` }
      await expect(agreedSignature(chain, signed)).rejects.toBeInstanceOf(ChainUnreachable)
      expect((await chain.latest()).number).toBe(5)
      // The same answer to a call of ours makes the node rest.
      await expect(chain.call({ to: '0x1', data: '0x' })).rejects.toBeInstanceOf(ChainUnreachable)
      expect(first.asked).toEqual(['eth_chainId', 'eth_call', 'eth_call', 'eth_getBlockByNumber', 'eth_call'])
      await chain.latest()
      expect(first.asked.at(-2)).toBe('eth_chainId')
    },
  )

  it('to a look-up of a transaction that a person named, an error is no failure of the node [access.own-call]', async () => {
    const error = { code: -32_000, message: 'transaction indexing is in progress' }
    const { url, asked } = await node({
      eth_chainId: LOCAL,
      eth_getTransactionByHash: { error },
      eth_getBlockByNumber: block('0x5'),
    })
    const chain = at(url)
    await expect(chain.transaction(`0x${'7'.repeat(64)}`)).rejects.toBeInstanceOf(ChainUnreachable)
    await chain.latest()
    expect(asked).toEqual(['eth_chainId', 'eth_getTransactionByHash', 'eth_getBlockByNumber'])
  })

  it.each([3, -32_000])("to a simulation brings the contract's error along, with the code %s", async (code) => {
    const error = { code, message: 'execution reverted', data: '0xd93c0665' }
    const { url, asked } = await node({ eth_chainId: LOCAL, eth_call: { error }, eth_estimateGas: { error } })
    const chain = at(url)
    const sent = { from: '0x2', to: '0x1', data: '0x', gas: 1_000 }
    await expect(chain.call(sent)).rejects.toMatchObject({ name: 'CallReverted', data: '0xd93c0665' })
    await expect(chain.estimateGas(sent)).rejects.toMatchObject({ name: 'CallReverted', data: '0xd93c0665' })
    // A node that failed proves its network again.
    expect(asked).toEqual(['eth_chainId', 'eth_call', 'eth_estimateGas'])
  })

  it('that a sender can’t pay for the gas is a refusal, and what is no quantity an outage', async () => {
    const short = await answering('eth_estimateGas', {
      error: { code: -32_000, message: 'insufficient funds for gas' },
    })
    const sent = { from: '0x2', to: '0x1', data: '0x', gas: 1_000 }
    await expect(short.estimateGas(sent)).rejects.toBeInstanceOf(GasUnaffordable)
    const odd = await answering('eth_gasPrice', { result: 'much' })
    await expect(odd.gasPrice()).rejects.toBeInstanceOf(ChainUnreachable)
    expect(await (await answering('eth_getBalance', { result: '0x64' })).etherBalance('0x2')).toBe(100n)
  })

  it('whose logs name no transaction is an outage; names of one are of lower case', async () => {
    const logOf = (transactionHash: string) => ({
      eth_chainId: LOCAL,
      eth_getBlockByNumber: block('0x1'),
      eth_getLogs: {
        result: [
          {
            address: '0xAb',
            topics: [],
            data: '0x',
            blockNumber: '0x1',
            blockHash: `0x${'1'.repeat(64)}`,
            blockTimestamp: '0x64',
            transactionHash,
            logIndex: '0x0',
          },
        ],
      },
    })
    const odd = await node(logOf('0xnone'))
    await expect(at(odd.url).scan(1, 2)).rejects.toBeInstanceOf(ChainUnreachable)
    const right = await node(logOf(`0x${'A'.repeat(64)}`))
    const { logs } = await at(odd.url, right.url).scan(1, 2)
    expect(logs).toMatchObject([{ address: '0xab', txHash: `0x${'a'.repeat(64)}`, logIndex: 0 }])
  })

  const contracts = { usdc: `0x${'a'.repeat(40)}`, vouch: `0x${'b'.repeat(40)}`, steeze: `0x${'c'.repeat(40)}` }
  const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const range = { fromBlock: '0x3', toBlock: '0x12' }
  const word = (digit: string) => `0x${'0'.repeat(24)}${digit.repeat(40)}`

  /** Returns what a node is asked for logs by. */
  async function logsAsked(ask: (verifier: Verifier) => Promise<unknown>): Promise<unknown[]> {
    const asked: unknown[] = []
    const { url } = await node({
      eth_chainId: LOCAL,
      eth_getLogs: (params) => {
        asked.push(...params)
        return { result: [] }
      },
    })
    const chain = rpcChain({ kind: 'local', confirmationSeconds: 0, contracts, startBlock: 0, rpcUrls: [url] })
    await ask(chain.verifiers[0] as Verifier)
    return asked
  }

  it('about USDC between wallets is asked for their transfers alone, by topics', async () => {
    const [senders, receivers] = [[`0x${'1'.repeat(40)}`], [`0x${'2'.repeat(40)}`]]
    const asked = await logsAsked(({ transfers }) => transfers({ from: 3, to: 18, senders, receivers }))
    expect(asked).toEqual([{ address: contracts.usdc, topics: [TRANSFER, [word('1')], [word('2')]], ...range }])
  })

  it('about accounts is asked for their own events about keys, and for USDC they sent or got', async () => {
    const accounts = [`0x${'1'.repeat(40)}`]
    const names = ['KeyAdded', 'KeyLeaving', 'KeyStays'] as const
    const topics = names.map((eventName) => encodeEventTopics({ abi: auraAccountAbi, eventName })[0])
    expect(await logsAsked(({ accountLogs }) => accountLogs({ from: 3, to: 18, accounts }))).toEqual([
      { address: accounts, topics: [topics], ...range },
      { address: contracts.usdc, topics: [TRANSFER, [word('1')]], ...range },
      { address: contracts.usdc, topics: [TRANSFER, null, [word('1')]], ...range },
    ])
  })

  it.each<[string, Answer, new (message: string) => Error]>([
    ['about too many logs asks for a smaller range', tooMany('query returned more than 10000 results'), ScanTooLarge],
    ['that is too long asks for a smaller range', { result: ['x'.repeat(11 * 1024 * 1024)] }, ScanTooLarge],
    ['about too many requests is an outage, never a smaller range', tooMany('rate limit exceeded'), ChainUnreachable],
  ])('%s', async (_, answer, error) => {
    await expect((await answering('eth_getLogs', answer)).scan(0, 2)).rejects.toBeInstanceOf(error)
  })

  it("is passed on without the node's address, which may contain an access key", async () => {
    const { url } = await node({
      eth_chainId: LOCAL,
      eth_call: { error: { code: 3, message: 'execution reverted' } },
      eth_getLogs: { result: ['x'.repeat(11 * 1024 * 1024)] },
    })
    const chain = at(`${url}/v2/access-key`)
    for (const asked of [chain.call({ to: '0x1', data: '0x' }), chain.scan(0, 2)]) {
      const error = (await asked.catch((reason: unknown) => reason)) as Error
      expect(error).not.toBeInstanceOf(ChainUnreachable)
      expect(error.message).not.toBe('')
      expect(inspect(error)).not.toContain('access-key')
    }
  })

  it('shows whether a transaction is known and whether it is in a block', async () => {
    const unknown = await answering('eth_getTransactionByHash', { result: null })
    expect(await unknown.transaction('0x1')).toBeUndefined()
    const waiting = await node({
      eth_chainId: LOCAL,
      eth_getTransactionByHash: { result: {} },
      eth_getTransactionReceipt: { result: null },
    })
    expect(await at(waiting.url).transaction('0x1')).toEqual({ receipt: null })
  })
})

describe('a traced request to a node', () => {
  it('is a span by its method and the place of the node, below what asked for it', async () => {
    const dead = await node({ eth_chainId: LOCAL, eth_getTransactionReceipt: 'hang up' })
    const alive = await node({ eth_chainId: LOCAL, eth_getTransactionReceipt: { result: null } })
    const collecting = await collector()
    const tracing = openTracing({ endpoint: collecting.endpoint, share: 1 })
    const nodes = new RpcNodes([`${dead.url}/key-of-a-node`, alive.url], 31_337, { tracing })
    const span = tracing.start({ name: 'asks', kind: 'internal' })
    await span.run(() => nodes.use((ask) => ask('eth_getTransactionReceipt', ['0xsecret'])))
    span.end()
    await tracing.close()
    await collecting.close()
    const all = collecting.spans()
    const asking = all.find(({ name }) => name === 'asks')
    const asked = all.filter(({ parentSpanId }) => parentSpanId === asking?.spanId)
    expect(asked.map(({ name, isError, attributes }) => [name, attributes['rpc.node'], isError])).toEqual([
      ['eth_chainId', 1, false],
      ['eth_getTransactionReceipt', 1, true],
      ['eth_chainId', 2, false],
      ['eth_getTransactionReceipt', 2, false],
    ])
    for (const secret of ['key-of-a-node', '0xsecret', '127.0.0.1'])
      expect(collecting.bodies.join()).not.toContain(secret)
  })
})
