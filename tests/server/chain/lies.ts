import { randomBytes } from 'node:crypto'
import { type Hex, numberToHex, padHex, toEventSelector, toFunctionSelector } from 'viem'
import type { Block, ChainLog, ContractCall, Receipt } from '../../../server/src/platform/chain/chain.ts'

const PURCHASED = toEventSelector('SteezePurchased(address,uint256,uint256)')
const WITHDRAWN = toEventSelector('SteezeWithdrawn(address,uint256,uint256,uint256)')
const OUTSTANDING = toFunctionSelector('outstanding()')
const WITHDRAWN_BY = toFunctionSelector('withdrawn(address)')
const SIGNER = toFunctionSelector('signer()')
const word = (value: number) => numberToHex(value, { size: 32 }).slice(2)

export class Lies {
  readonly invented: ChainLog[] = []
  /** Replaced log data, by transaction. */
  readonly altered = new Map<string, string>()
  /** Transactions missing from scans and receipts. */
  readonly hidden = new Set<string>()
  /** Whether receipts repeat the lies; otherwise they are honest. */
  areInReceipts = false
  outstanding: number | null = null
  withdrawn: number | null = null
  signer: string | null = null
  chainId: number | null = null
  acceptsSignatures: boolean | null = null

  clear(): void {
    this.invented.length = 0
    this.altered.clear()
    this.hidden.clear()
    this.areInReceipts = false
    this.outstanding = null
    this.withdrawn = null
    this.signer = null
    this.chainId = null
    this.acceptsSignatures = null
  }

  inScan(logs: readonly ChainLog[], { from, to }: { from: number; to: number }): ChainLog[] {
    const made = this.invented.filter(({ block }) => block.number >= from && block.number <= to)
    return [...this.#told(logs), ...made]
  }

  inReceipts(logs: readonly ChainLog[], txHashes: readonly string[]): ChainLog[] {
    if (!this.areInReceipts) return [...logs]
    return [...this.#told(logs), ...this.invented.filter(({ txHash }) => txHashes.includes(txHash))]
  }

  receiptOf(hash: string): Receipt | undefined {
    const logs = this.areInReceipts ? this.invented.filter(({ txHash }) => txHash === hash) : []
    return logs[0] && { succeeded: true, block: logs[0].block, logs, feeWei: 0n }
  }

  inCall({ data }: ContractCall): Hex | undefined {
    if (this.signer !== null && data.startsWith(SIGNER)) return padHex(this.signer as Hex, { size: 32 })
    const said = data.startsWith(OUTSTANDING) ? this.outstanding : data.startsWith(WITHDRAWN_BY) ? this.withdrawn : null
    return said === null ? undefined : `0x${word(said)}`
  }

  #told = (logs: readonly ChainLog[]): ChainLog[] =>
    logs
      .filter(({ txHash }) => !this.hidden.has(txHash))
      .map((log) => ({ ...log, data: this.altered.get(log.txHash) ?? log.data }))
}

interface Made {
  contract: string
  block: Block
  account: string
  /** Amount of Steeze in the purchase. */
  amount: number
}

const logOf = ({ contract, block, account }: Made, topic: string, words: number[]): ChainLog => ({
  address: contract,
  topics: [topic, padHex(account.toLowerCase() as Hex, { size: 32 })],
  data: purchaseData(...words),
  block,
  txHash: `0x${randomBytes(32).toString('hex')}`,
  logIndex: 7,
})

export const purchaseData = (...words: number[]): string => `0x${words.map(word).join('')}`

/** Returns the log of a purchase that never happened, in an existing block. */
export const inventedPurchase = (made: Made): ChainLog => logOf(made, PURCHASED, [made.amount * 100_000, made.amount])

export const inventedWithdrawal = (made: Made): ChainLog =>
  logOf(made, WITHDRAWN, [made.amount, made.amount * 70_000, made.amount])
