/** A block of the network. */
export interface Block {
  number: number
  hash: string
  time: Date
}

/** What a contract wrote down. Addresses and hashes in lower case. */
export interface ChainLog {
  address: string
  topics: readonly string[]
  data: string
  block: Block
  txHash: string
  /** Position within the block. */
  logIndex: number
}

/** What became of a transaction that is in a block. */
export interface Receipt {
  succeeded: boolean
  block: Block
  logs: ChainLog[]
}

/** The logs of some blocks, with the blocks around them, all read from one node. */
export interface Scan {
  before: Block | undefined
  last: Block | undefined
  logs: ChainLog[]
}

/**
 * One node of the network, asked by itself. What is final counts only when two of them say the same; see
 * `final-reading.ts`. Throws ChainUnreachable when this node does not answer, whatever the others do.
 */
export interface Witness {
  /** For logs. Never contains an access key. */
  readonly name: string
  /** Id of the network this node is of, whichever that is; everything else it is asked only where that is the right one. */
  chainId(): Promise<number>
  finalised(): Promise<Block>
  block(number: number): Promise<Block | undefined>
  scan(from: number, to: number): Promise<Scan>
  /**
   * Returns what these transactions wrote into the product's contracts by their receipts, which nodes keep apart from
   * the index of logs. Nothing for a transaction that failed, is unknown, or is in no block of this node's chain.
   */
  receiptLogs(txHashes: readonly string[]): Promise<ChainLog[]>
  call(input: ContractCall): Promise<`0x${string}`>
}

export interface ContractCall {
  to: string
  data: string
  /** The state as of this block; without it, as of the newest. */
  blockNumber?: number
}

/** Where the product's contracts are, in lower case. */
export interface ContractAddresses {
  usdc: string
  vouch: string
  steeze: string
}

/**
 * The network the product runs on, and what the server asks of it. Everything asked throws ChainUnreachable when the
 * network does not answer: that is never the same as "no" or "nothing".
 */
export interface Chain {
  readonly kind: 'local' | 'base-sepolia' | 'base'
  readonly id: number
  readonly name: string
  readonly explorerUrl: string | null
  /** How deep a block must be before what it holds counts; its own block is the first. */
  readonly confirmations: number
  /** Null where nobody said. */
  readonly contracts: ContractAddresses | null
  /** The contracts are not older than this block. */
  readonly startBlock: number
  /**
   * Does a contract wallet at `address` accept this signature (ERC-1271, and ERC-6492 before it is deployed)?
   */
  isContractSignature(input: { address: string; message: string; signature: string }): Promise<boolean>
  latest(): Promise<Block>
  /** The newest block that can't disappear any more. */
  finalised(): Promise<Block>
  /** Undefined when the network is not that far. */
  block(number: number): Promise<Block | undefined>
  /**
   * The logs of the product's two contracts in these blocks, first and last included, with the blocks around them, all
   * told by one and the same node. Throws ScanTooLarge when the node wants to be asked for less.
   */
  scan(from: number, to: number): Promise<Scan>
  /** Undefined when nobody knows this transaction; `receipt` is null until it is in a block. */
  transaction(hash: string): Promise<{ receipt: Receipt | null } | undefined>
  /** Asks a contract, as of a block if one is named. Throws CallReverted when it refuses. */
  call(input: ContractCall): Promise<`0x${string}`>
  /** Every node this server knows, to be asked one by one. */
  readonly witnesses: readonly Witness[]
}

export class ChainUnreachable extends Error {
  override name = 'ChainUnreachable'
}

export class CallReverted extends Error {
  override name = 'CallReverted'
}

export class ScanTooLarge extends Error {
  override name = 'ScanTooLarge'
}

/** What a network is called, by machines and by people. */
export type NetworkName = Pick<Chain, 'id' | 'name' | 'explorerUrl'>

/** Chain ids and explorers as published at docs.base.org; 31337 is the usual id of a development chain. */
const NETWORKS = {
  local: { id: 31_337, name: 'Aura Local', explorerUrl: null },
  'base-sepolia': { id: 84_532, name: 'Base Sepolia', explorerUrl: 'https://sepolia.basescan.org' },
  base: { id: 8_453, name: 'Base Mainnet', explorerUrl: 'https://basescan.org' },
} as const satisfies Record<Chain['kind'], NetworkName>

export const network = (kind: Chain['kind']) => ({ kind, ...NETWORKS[kind] })

/** How to reach a network, and what of it is ours. */
export interface ChainSettings extends Pick<Chain, 'kind' | 'confirmations' | 'contracts' | 'startBlock'> {
  /** Nodes to ask, the first preferred. Without any the network can't be reached. */
  rpcUrls: readonly string[]
  /** In place of the network's own; without a slash at the end. */
  explorerUrl?: string
  /** How long a node may take for one request, in place of the usual. */
  nodeMs?: number
}
