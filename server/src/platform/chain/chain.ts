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
  scan(from: number, to: number): Promise<{ before: Block | undefined; last: Block | undefined; logs: ChainLog[] }>
  /** Undefined when nobody knows this transaction; `receipt` is null until it is in a block. */
  transaction(hash: string): Promise<{ receipt: Receipt | null } | undefined>
  /** Asks a contract, as of a block if one is named. Throws CallReverted when it refuses. */
  call(input: { to: string; data: string; blockNumber?: number }): Promise<`0x${string}`>
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
}
