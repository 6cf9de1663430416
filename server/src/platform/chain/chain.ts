export interface Block {
  number: number
  hash: string
  time: Date
}

/** Addresses and hashes are lower case. */
export interface ChainLog {
  address: string
  topics: readonly string[]
  data: string
  block: Block
  txHash: string
  logIndex: number
}

export interface Receipt {
  succeeded: boolean
  block: Block
  logs: ChainLog[]
}

export interface Scan {
  before: Block | undefined
  last: Block | undefined
  logs: ChainLog[]
}

/**
 * A single node. A reading is final only when two verifiers agree; see `final-reading.ts`. Methods throw
 * ChainUnreachable when this node doesn't respond.
 */
export interface Verifier {
  /** For logs. Never contains an access key. */
  readonly name: string
  /** All other methods require the configured network. */
  chainId(): Promise<number>
  finalised(): Promise<Block>
  block(number: number): Promise<Block | undefined>
  scan(from: number, to: number): Promise<Scan>
  /** Logs from receipts, stored apart from the log index. Omits failed, unknown and foreign transactions. */
  receiptLogs(txHashes: readonly string[]): Promise<ChainLog[]>
  call(input: ContractCall): Promise<`0x${string}`>
  /** Whether the contract wallet accepts this signature (ERC-1271, or ERC-6492 before it is deployed). */
  isContractSignature(input: SignedMessage): Promise<boolean>
}

export interface ContractCall {
  to: string
  data: string
  from?: string
  blockNumber?: number
}

type SentCall = Required<Omit<ContractCall, 'blockNumber'>>

export interface SignedMessage {
  address: string
  message: string
  signature: string
}

/** Lower case. A feature adds the contract it follows (`declare module '#platform/chain/chain'`). */
export interface ContractAddresses {
  usdc: string
}

/** A contract that a feature follows, and the setting that names its address. */
export interface ProductContract {
  readonly key: Exclude<keyof ContractAddresses, 'usdc'>
  /** For sentences to operators: "the … contract". */
  readonly name: string
  readonly setting: string
  /** Under which a database remembers the address. Never changes once released. */
  readonly boundAs: string
  /** Why a database can't be used with another one, after "because". */
  readonly why: string
}

/** Every method throws ChainUnreachable in an outage, which is never reported as "no" or "nothing". */
export interface Chain {
  readonly kind: 'local' | 'base-sepolia' | 'base'
  readonly id: number
  readonly name: string
  readonly explorerUrl: string | null
  /** Blocks required, the transaction's own included. */
  readonly confirmations: number
  /** Null when not configured. */
  readonly contracts: ContractAddresses | null
  /** No contract was deployed before this block. */
  readonly startBlock: number
  latest(): Promise<Block>
  finalised(): Promise<Block>
  block(number: number): Promise<Block | undefined>
  /** The product's logs in these blocks (inclusive), from one node. Throws ScanTooLarge if its limit is smaller. */
  scan(from: number, to: number): Promise<Scan>
  /** Undefined if unknown; `receipt` is null until it is in a block. */
  transaction(hash: string): Promise<{ receipt: Receipt | null } | undefined>
  /** Throws CallReverted when the call reverts. */
  call(input: ContractCall): Promise<`0x${string}`>
  /** Throws CallReverted when the call reverts, GasUnaffordable when the sender can't pay for it. */
  estimateGas(input: SentCall): Promise<bigint>
  /** In wei. */
  gasPrice(): Promise<bigint>
  /** In wei. */
  etherBalance(address: string): Promise<bigint>
  readonly verifiers: readonly Verifier[]
}

export class ChainUnreachable extends Error {
  override name = 'ChainUnreachable'
}

export class CallReverted extends Error {
  override name = 'CallReverted'
  /** The encoded error of the contract, if the node reports it. */
  readonly data: string | null

  constructor(message: string, data: string | null = null) {
    super(message)
    this.data = data
  }
}

export class GasUnaffordable extends CallReverted {
  override name = 'GasUnaffordable'
}

export class ScanTooLarge extends Error {
  override name = 'ScanTooLarge'
}

export type NetworkName = Pick<Chain, 'id' | 'name' | 'explorerUrl'>

/** Chain ids and explorers as published at docs.base.org; 31337 is the usual id of a development chain. */
const NETWORKS = {
  local: { id: 31_337, name: 'Aura Local', explorerUrl: null },
  'base-sepolia': { id: 84_532, name: 'Base Sepolia', explorerUrl: 'https://sepolia.basescan.org' },
  base: { id: 8_453, name: 'Base Mainnet', explorerUrl: 'https://basescan.org' },
} as const satisfies Record<Chain['kind'], NetworkName>

export const network = (kind: Chain['kind']) => ({ kind, ...NETWORKS[kind] })

export interface ChainSettings extends Pick<Chain, 'kind' | 'confirmations' | 'contracts' | 'startBlock'> {
  /** In order of preference. Without nodes the network is unreachable. */
  rpcUrls: readonly string[]
  /** Overrides the default explorer. No trailing slash. */
  explorerUrl?: string
  nodeMs?: number
}
