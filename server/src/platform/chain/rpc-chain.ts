import {
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  hashMessage,
  padHex,
  parseAbi,
  size,
  toEventSelector,
} from 'viem'
import type { Tracing } from '../tracing/tracing.ts'
import {
  type AccountLogsAsked,
  type Block,
  CallReverted,
  type Chain,
  type ChainLog,
  type ChainSettings,
  ChainUnreachable,
  type NetworkName,
  network,
  PERSONS_CALL_GAS,
  type Scan,
  SendRefused,
  type SignedMessage,
  type TransfersAsked,
  type Verifier,
} from './chain.ts'
import { isReservedAddress } from './reserved-address.rules.ts'
import { type Ask, RpcNodes } from './rpc-nodes.ts'

type Hex = `0x${string}`

interface RpcBlock {
  number: Hex
  hash: Hex
  timestamp: Hex
}

interface RpcLog {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hex
  /** Optional, because some nodes omit it. */
  blockTimestamp?: Hex
  transactionHash: Hex
  logIndex: Hex
  removed?: boolean
}

interface RpcReceipt {
  status: Hex
  blockNumber: Hex
  blockHash: Hex
  logs: RpcLog[]
  gasUsed: Hex
  effectiveGasPrice: Hex
  /** Of rollups only. */
  l1Fee?: Hex
}

/** Returns a chain over RPC. Throws if `nameInTests` renames any network but a local one. */
export function rpcChain(settings: ChainSettings, nameInTests?: NetworkName, tracing: Tracing | null = null): Chain {
  const { kind, confirmationSeconds, contracts, startBlock, rpcUrls, nodeMs } = settings
  if (nameInTests && kind !== 'local') throw new Error(`CHAIN=${kind} can't be renamed.`)
  const usual = nameInTests ?? network(kind)
  const own = { ...usual, explorerUrl: settings.explorerUrl ?? usual.explorerUrl }
  const nodes = new RpcNodes(rpcUrls, own.id, {
    ...(nodeMs === undefined ? {} : { bounds: { timeoutMs: nodeMs } }),
    tracing,
  })
  const { usdc, ...ours } = contracts ?? { usdc: '' }
  const addresses = Object.values(ours)
  const asking = (
    use: RpcNodes['use'],
  ): Pick<Verifier, 'latest' | 'finalised' | 'block' | 'scan' | 'call' | 'transactionCount'> => ({
    latest: () => use((ask) => knownBlock(ask, 'latest')),
    finalised: () => use((ask) => knownBlock(ask, 'finalized')),
    block: (number) => use((ask) => blockOf(ask, toHex(number))),
    scan: (from, to) => use((ask) => scanOf(ask, addresses, from, to)),
    call: ({ blockNumber, ...sent }) =>
      use((ask) => ask<Hex>('eth_call', [withGas(sent), blockNumber === undefined ? 'latest' : toHex(blockNumber)])),
    transactionCount: async (address) =>
      Number(await use((ask) => quantityOf(ask, 'eth_getTransactionCount', [address, 'latest']))),
  })
  return {
    ...own,
    kind,
    confirmationSeconds,
    contracts,
    startBlock,
    ...asking((work) => nodes.use(work)),
    estimateGas: (input) => nodes.use((ask) => quantityOf(ask, 'eth_estimateGas', [withGas(input)])),
    code: async (address) => (await nodes.use((ask) => ask<Hex>('eth_getCode', [address, 'latest']))).toLowerCase(),
    gasPrice: () => nodes.use((ask) => quantityOf(ask, 'eth_gasPrice', [])),
    etherBalance: (address) => nodes.use((ask) => quantityOf(ask, 'eth_getBalance', [address, 'latest'])),
    send: (raw) => sendToAll(nodes, raw),
    transaction: (hash) =>
      nodes.use(async (ask) => {
        if ((await ask<object | null>('eth_getTransactionByHash', [hash])) === null) return undefined
        const receipt = await ask<RpcReceipt | null>('eth_getTransactionReceipt', [hash])
        return { receipt: receipt && (await readReceipt(ask, receipt)) }
      }),
    verifiers: nodes.each.map(({ name, chainId, use }) => ({
      name,
      chainId,
      ...asking(use),
      receiptLogs: (txHashes) => use((ask) => receiptLogsOf(ask, addresses, txHashes)),
      transfers: (asked) => use((ask) => transfersOf(ask, usdc, asked)),
      accountLogs: (asked) => use((ask) => accountLogsOf(ask, usdc, asked)),
      isContractSignature: (input) => use((ask) => acceptsSignature(ask, input)),
    })),
  }
}

/** Returns a network without nodes: ordinary accounts can sign in, everything else is unavailable. */
export const unconnectedChain = (kind: Chain['kind']): Chain =>
  rpcChain({ kind, confirmationSeconds: 0, contracts: null, startBlock: 0, rpcUrls: [] })

const toHex = (number: number): Hex => `0x${number.toString(16)}`

const readBlock = ({ number, hash, timestamp }: RpcBlock): Block => ({
  number: Number(number),
  hash,
  time: new Date(Number(timestamp) * 1_000),
})

async function blockOf(ask: Ask, which: string): Promise<Block | undefined> {
  const block = await ask<RpcBlock | null>('eth_getBlockByNumber', [which, false])
  return block === null ? undefined : readBlock(block)
}

async function quantityOf(ask: Ask, method: string, params: readonly unknown[]): Promise<bigint> {
  const quantity = await ask<unknown>(method, params)
  if (typeof quantity !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(quantity)) throw new Error(`${method} is no quantity`)
  return BigInt(quantity)
}

async function scanOf(ask: Ask, addresses: readonly string[], from: number, to: number): Promise<Scan> {
  const before = from > 0 ? await blockOf(ask, toHex(from - 1)) : undefined
  const found = await ask<RpcLog[]>('eth_getLogs', [{ address: addresses, fromBlock: toHex(from), toBlock: toHex(to) }])
  const logs = await withBlocks(ask, found)
  // The block is read last, so that the logs belong to a chain that still contains it.
  return { before, last: await blockOf(ask, toHex(to)), logs }
}

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const topicOf = (address: string): Hex => padHex(address as Hex, { size: WORD_BYTES })

async function transfersOf(
  ask: Ask,
  usdc: string,
  { from, to, senders, receivers }: TransfersAsked,
): Promise<ChainLog[]> {
  const topics = [TRANSFER, senders.map(topicOf), receivers.map(topicOf)]
  return withBlocks(
    ask,
    await ask<RpcLog[]>('eth_getLogs', [{ address: usdc, topics, fromBlock: toHex(from), toBlock: toHex(to) }]),
  )
}

/** Events of `AuraAccount`. */
const KEY_EVENTS = ['KeyAdded(bytes32,bytes)', 'KeyLeaving(bytes32,uint256)', 'KeyStays(bytes32)'].map(toEventSelector)

async function accountLogsOf(ask: Ask, usdc: string, { from, to, accounts }: AccountLogsAsked): Promise<ChainLog[]> {
  const range = { fromBlock: toHex(from), toBlock: toHex(to) }
  const topics = accounts.map(topicOf)
  const filters = [
    { address: accounts, topics: [KEY_EVENTS], ...range },
    ...(usdc === ''
      ? []
      : [
          { address: usdc, topics: [TRANSFER, topics], ...range },
          { address: usdc, topics: [TRANSFER, null, topics], ...range },
        ]),
  ]
  const found = await Promise.all(filters.map((filter) => ask<RpcLog[]>('eth_getLogs', [filter])))
  return withBlocks(ask, found.flat())
}

async function receiptLogsOf(ask: Ask, addresses: readonly string[], txHashes: readonly string[]): Promise<ChainLog[]> {
  const blocks = new Map<Hex, Promise<Block | undefined>>()
  const blockAt = (number: Hex) => {
    const known = blocks.get(number) ?? blockOf(ask, number)
    blocks.set(number, known)
    return known
  }
  const logsOf = async (hash: string): Promise<ChainLog[]> => {
    const receipt = await ask<RpcReceipt | null>('eth_getTransactionReceipt', [hash])
    if (receipt === null || Number(receipt.status) !== 1) return []
    const block = await blockAt(receipt.blockNumber)
    if (block?.hash !== receipt.blockHash) return []
    return receipt.logs.map((log) => readLog(log, block)).filter(({ address }) => addresses.includes(address))
  }
  const logs: ChainLog[] = []
  for (let start = 0; start < txHashes.length; start += AT_ONCE) {
    for (const found of await Promise.all(txHashes.slice(start, start + AT_ONCE).map(logsOf))) logs.push(...found)
  }
  return logs
}

async function knownBlock(ask: Ask, which: 'latest' | 'finalized'): Promise<Block> {
  const block = await blockOf(ask, which)
  if (!block) throw new Error(`the node knows no ${which} block`)
  return block
}

async function readReceipt(ask: Ask, receipt: RpcReceipt) {
  const block = await blockOf(ask, receipt.blockNumber)
  if (block?.hash !== receipt.blockHash) return null
  const { status, gasUsed, effectiveGasPrice, l1Fee = '0x0' } = receipt
  const feeWei = BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee)
  return { succeeded: Number(status) === 1, block, logs: receipt.logs.map((log) => readLog(log, block)), feeWei }
}

/** A node that has the transaction already, has taken it. */
const KNOWN = /already known|already imported|known transaction/i

async function sendToAll({ each }: RpcNodes, raw: Hex): Promise<void> {
  const sent = await Promise.allSettled(each.map(({ use }) => use((ask) => ask('eth_sendRawTransaction', [raw]))))
  const failures = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  const isTaken = failures.length < sent.length || failures.some(({ message }) => KNOWN.test(message))
  if (isTaken && sent.length > 0) return
  const refusal = failures.find((error) => error instanceof SendRefused)
  throw refusal ?? failures[0] ?? new ChainUnreachable('no node is known')
}

const readLog = (log: RpcLog, block: Block): ChainLog => ({
  address: log.address.toLowerCase(),
  topics: log.topics,
  data: log.data,
  block,
  txHash: transactionHash(log.transactionHash),
  logIndex: Number(log.logIndex),
})

function transactionHash(text: unknown): string {
  if (typeof text !== 'string' || !/^0x[0-9a-f]{64}$/i.test(text)) throw new Error('a log names no transaction')
  return text.toLowerCase()
}

const AT_ONCE = 20

async function withBlocks(ask: Ask, logs: readonly RpcLog[]): Promise<ChainLog[]> {
  const blocks = new Map<string, Block>()
  const unknown = new Set<Hex>()
  for (const { blockHash, blockNumber, blockTimestamp } of logs) {
    if (blocks.has(blockHash)) continue
    if (blockTimestamp === undefined) unknown.add(blockHash)
    else blocks.set(blockHash, readBlock({ number: blockNumber, hash: blockHash, timestamp: blockTimestamp }))
  }
  const hashes = [...unknown]
  for (let start = 0; start < hashes.length; start += AT_ONCE) {
    const found = await Promise.all(
      hashes.slice(start, start + AT_ONCE).map((hash) => ask<RpcBlock | null>('eth_getBlockByHash', [hash, false])),
    )
    for (const block of found) if (block) blocks.set(block.hash, readBlock(block))
  }
  return logs
    .filter(({ removed }) => !removed)
    .map((log) => {
      const block = blocks.get(log.blockHash)
      if (!block) throw new Error(`the node returned a log of block ${log.blockHash}, which it does not have`)
      return readLog(log, block)
    })
}

const withGas = <T extends { gas?: number }>({ gas, ...sent }: T) =>
  gas === undefined ? sent : { ...sent, gas: toHex(gas) }

const WORD_BYTES = 32
const ERC1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
/** The answer of ERC-1271's `isValidSignature`: its own selector. */
const ACCEPTED = padHex('0x1626ba7e', { size: WORD_BYTES, dir: 'right' })

/**
 * Runs the ERC-6492 validator without deploying it. viem's own check treats an outage as an invalid signature. What runs
 * out of gas is no signature.
 */
async function acceptsSignature(ask: Ask, { address, message, signature }: SignedMessage): Promise<boolean> {
  // The validator treats an unreadable signature as one by the zero address.
  if (isReservedAddress(address)) return false
  const gas = PERSONS_CALL_GAS
  const signed = [hashMessage(message), signature as Hex] as const
  try {
    // The validator reads a signature's last word, so a shorter one, such as that of a message signed on chain, needs no
    // validator: it can't be an undeployed wallet's.
    if (size(signature as Hex) < WORD_BYTES) {
      const data = encodeFunctionData({ abi: ERC1271, functionName: 'isValidSignature', args: signed })
      return (await ask<Hex>('eth_call', [withGas({ to: address, data, gas }), 'latest'])) === ACCEPTED
    }
    const data = encodeDeployData({
      abi: erc6492SignatureValidatorAbi,
      bytecode: erc6492SignatureValidatorByteCode,
      args: [address as Hex, ...signed],
    })
    return Number(await ask<Hex>('eth_call', [withGas({ data, gas }), 'latest'])) === 1
  } catch (error) {
    if (error instanceof CallReverted) return false
    throw error
  }
}
