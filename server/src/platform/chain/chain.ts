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
  /** What its sender paid in wei, with what a rollup charges for data. */
  feeWei: bigint
}

export interface Scan {
  before: Block | undefined
  last: Block | undefined
  logs: ChainLog[]
}

/** A single node; two must agree on what is final (`final-reading.ts`). Methods throw ChainUnreachable. */
export interface Verifier {
  /** Name for logs, never with an access key. */
  readonly name: string
  /** Returns the node's chain id. All other methods require the configured network. */
  chainId(): Promise<number>
  latest(): Promise<Block>
  finalised(): Promise<Block>
  block(number: number): Promise<Block | undefined>
  scan(from: number, to: number): Promise<Scan>
  /** Returns logs from receipts, stored apart from the log index, without failed, unknown and foreign ones. */
  receiptLogs(txHashes: readonly string[]): Promise<ChainLog[]>
  /** Returns logs of USDC sent between these wallets. Throws ScanTooLarge if the node's limit is smaller. */
  transfers(asked: TransfersAsked): Promise<ChainLog[]>
  /** Returns logs of accounts' keys, and of USDC they sent or got. Throws ScanTooLarge if the node's limit is smaller. */
  accountLogs(asked: AccountLogsAsked): Promise<ChainLog[]>
  call(input: ContractCall): Promise<`0x${string}`>
  /** Returns how many transactions of the account are in blocks. */
  transactionCount(address: string): Promise<number>
  /** Returns whether the contract wallet accepts this signature (ERC-1271, or ERC-6492 before it is deployed). */
  isContractSignature(input: SignedMessage): Promise<boolean>
}

export interface TransfersAsked {
  from: number
  to: number
  /** Wallets in lower case. */
  senders: readonly string[]
  receivers: readonly string[]
}

export interface AccountLogsAsked {
  from: number
  to: number
  /** In lower case. */
  accounts: readonly string[]
}

export interface ContractCall {
  to: string
  data: string
  from?: string
  blockNumber?: number
  /** Set for a call that a person chose, which then counts as theirs: if it fails, the node isn't blamed. */
  gas?: number
}

/** Gas that a call chosen by a person may use: as much as a transaction (EIP-7825), so that it can't keep a node busy. */
export const PERSONS_CALL_GAS = 2 ** 24

type SentCall = Required<Omit<ContractCall, 'blockNumber'>>

export interface SignedMessage {
  address: string
  message: string
  signature: string
}

/** Addresses in lower case. A feature adds the contract it follows (`declare module '#platform/chain/chain'`). */
export interface ContractAddresses {
  usdc: string
}

/** A contract that a feature follows, and the setting that names its address. */
export interface ProductContract {
  readonly key: Exclude<keyof ContractAddresses, 'usdc'>
  /** Name in sentences to operators: "the … contract". */
  readonly name: string
  readonly setting: string
  /** Name under which a database remembers the address. Never changes once released. */
  readonly boundAs: string
  /** Reason why a database can't be used with another one, after "because". */
  readonly why: string
}

/** Every method throws ChainUnreachable in an outage, which is never reported as "no" or "nothing". */
export interface Chain {
  readonly kind: 'local' | 'base-sepolia' | 'base'
  readonly id: number
  readonly name: string
  readonly explorerUrl: string | null
  /** An event counts once the chain has gone on this long since its block. */
  readonly confirmationSeconds: number
  /** Addresses of the contracts; null if not configured. */
  readonly contracts: ContractAddresses | null
  /** No contract was deployed before this block. */
  readonly startBlock: number
  latest(): Promise<Block>
  finalised(): Promise<Block>
  block(number: number): Promise<Block | undefined>
  /** Returns the product's logs in these blocks from one node. Throws ScanTooLarge if its limit is smaller. */
  scan(from: number, to: number): Promise<Scan>
  /** Returns undefined if unknown; `receipt` is null until the transaction is in a block. */
  transaction(hash: string): Promise<{ receipt: Receipt | null } | undefined>
  /** Returns the call's result. Throws CallReverted if it reverts. */
  call(input: ContractCall): Promise<`0x${string}`>
  /** Returns the gas. Throws CallReverted if the call reverts, GasUnaffordable if the sender can't pay for it. */
  estimateGas(input: SentCall): Promise<bigint>
  /** Returns the code at an address in lower case; `0x` where there is none. */
  code(address: string): Promise<string>
  /** Returns the price of gas in wei. */
  gasPrice(): Promise<bigint>
  /** Returns the balance in wei. */
  etherBalance(address: string): Promise<bigint>
  /** Returns how many transactions of the account are in blocks, which is the next one's number. */
  transactionCount(address: string): Promise<number>
  /** Hands a signed transaction to every node. Throws SendRefused if each that responds refuses it. Repeatable. */
  send(raw: `0x${string}`): Promise<void>
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

/** A node didn't take a transaction: its number is used, its price too low, or its sender can't pay. */
export class SendRefused extends CallReverted {
  override name = 'SendRefused'
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

export interface ChainSettings extends Pick<Chain, 'kind' | 'confirmationSeconds' | 'contracts' | 'startBlock'> {
  /** In order of preference. Without nodes the network is unreachable. */
  rpcUrls: readonly string[]
  /** Overrides the default explorer. No trailing slash. */
  explorerUrl?: string
  nodeMs?: number
}
