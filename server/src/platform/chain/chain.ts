export interface Block {
  number: number
  hash: string
  time: Date
}

/** A log of a contract. Addresses and hashes are lower case. */
export interface ChainLog {
  address: string
  topics: readonly string[]
  data: string
  block: Block
  txHash: string
  /** Position within the block. */
  logIndex: number
}

/** Result of a transaction that is in a block. */
export interface Receipt {
  succeeded: boolean
  block: Block
  logs: ChainLog[]
}

/** Logs of a block range, with the blocks around it, all read from one node. */
export interface Scan {
  before: Block | undefined
  last: Block | undefined
  logs: ChainLog[]
}

/**
 * A single node of the network. A reading is final only when two witnesses agree; see `final-reading.ts`. Methods throw
 * ChainUnreachable when this node doesn't respond, whatever the others do.
 */
export interface Witness {
  /** For logs. Never contains an access key. */
  readonly name: string
  /** Returns the id of the node's network. All other methods require it to be the configured one. */
  chainId(): Promise<number>
  finalised(): Promise<Block>
  block(number: number): Promise<Block | undefined>
  scan(from: number, to: number): Promise<Scan>
  /**
   * Returns the logs of these transactions in the product's contracts, read from their receipts, which nodes store
   * separately from the log index. Omits transactions that failed, are unknown, or are in no block of this node's
   * chain.
   */
  receiptLogs(txHashes: readonly string[]): Promise<ChainLog[]>
  call(input: ContractCall): Promise<`0x${string}`>
}

export interface ContractCall {
  to: string
  data: string
  /** Block to read at; the newest by default. */
  blockNumber?: number
}

/** Addresses of the product's contracts, in lower case. */
export interface ContractAddresses {
  usdc: string
  vouch: string
  steeze: string
}

/**
 * The network the product runs on. Every method throws ChainUnreachable when the network doesn't respond: an outage is
 * never reported as "no" or "nothing".
 */
export interface Chain {
  readonly kind: 'local' | 'base-sepolia' | 'base'
  readonly id: number
  readonly name: string
  readonly explorerUrl: string | null
  /** Confirmations required before a block counts. The block itself is the first. */
  readonly confirmations: number
  /** Null when not configured. */
  readonly contracts: ContractAddresses | null
  /** No contract was deployed before this block. */
  readonly startBlock: number
  /**
   * Returns whether the contract wallet at `address` accepts this signature (ERC-1271, or ERC-6492 before it is
   * deployed).
   */
  isContractSignature(input: { address: string; message: string; signature: string }): Promise<boolean>
  latest(): Promise<Block>
  /** Returns the newest finalised block. */
  finalised(): Promise<Block>
  /** Returns undefined for a block that doesn't exist yet. */
  block(number: number): Promise<Block | undefined>
  /**
   * Returns the logs of the product's two contracts in these blocks (inclusive), with the blocks around them, all from
   * one node. Throws ScanTooLarge when the node requires a smaller range.
   */
  scan(from: number, to: number): Promise<Scan>
  /** Returns undefined for an unknown transaction; `receipt` is null until it is in a block. */
  transaction(hash: string): Promise<{ receipt: Receipt | null } | undefined>
  /** Calls a contract, at a block if one is given. Throws CallReverted when the call reverts. */
  call(input: ContractCall): Promise<`0x${string}`>
  /** Every configured node, to be asked individually. */
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

/** Identifies a network for machines and people. */
export type NetworkName = Pick<Chain, 'id' | 'name' | 'explorerUrl'>

/** Chain ids and explorers as published at docs.base.org; 31337 is the usual id of a development chain. */
const NETWORKS = {
  local: { id: 31_337, name: 'Aura Local', explorerUrl: null },
  'base-sepolia': { id: 84_532, name: 'Base Sepolia', explorerUrl: 'https://sepolia.basescan.org' },
  base: { id: 8_453, name: 'Base Mainnet', explorerUrl: 'https://basescan.org' },
} as const satisfies Record<Chain['kind'], NetworkName>

export const network = (kind: Chain['kind']) => ({ kind, ...NETWORKS[kind] })

/** Connection settings of a network and addresses of our contracts on it. */
export interface ChainSettings extends Pick<Chain, 'kind' | 'confirmations' | 'contracts' | 'startBlock'> {
  /** Nodes in order of preference. Without any the network is unreachable. */
  rpcUrls: readonly string[]
  /** Replaces the network's default explorer. No trailing slash. */
  explorerUrl?: string
  /** Timeout of one request to a node, in milliseconds; replaces the default. */
  nodeMs?: number
}
