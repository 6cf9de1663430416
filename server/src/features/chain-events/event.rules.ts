import { toEventSelector } from 'viem/utils'

interface Place {
  number: number
  hash: string
  time: Date
}

export interface ChainEvent {
  kind: 'vouched' | 'steeze_purchased' | 'steeze_withdrawn'
  contract: string
  txHash: string
  logIndex: number
  block: Place
  /** Wallet that vouched, bought or withdrew, in lower case. */
  account: string
  target: string | null
  usdcMicros: number
  steezeAmount: number | null
  runningTotal: number | null
}

interface Log {
  address: string
  topics: readonly string[]
  data: string
  block: Place
  txHash: string
  logIndex: number
}

const VOUCHED = toEventSelector('Vouched(address,address,uint256,uint256)')
const PURCHASED = toEventSelector('SteezePurchased(address,uint256,uint256)')
const WITHDRAWN = toEventSelector('SteezeWithdrawn(address,uint256,uint256,uint256)')

/** Decodes a log, by hand for speed. Returns undefined for other logs. Throws if an amount exceeds exact integers. */
export function readEvent(log: Log, contracts: { vouch: string; steeze: string }): ChainEvent | undefined {
  const { address, topics, data, block, txHash, logIndex } = log
  const place = { contract: address, txHash, logIndex, block }
  const [selector, account = '', target = ''] = topics
  const word = (index: number) => amountOf(data.slice(2 + index * 64, 66 + index * 64))
  if (address === contracts.vouch && selector === VOUCHED) {
    const amounts = { usdcMicros: word(0), steezeAmount: null, runningTotal: word(1) }
    return { ...place, ...amounts, kind: 'vouched', account: addressOf(account), target: addressOf(target) }
  }
  if (address !== contracts.steeze) return undefined
  const of = { ...place, account: addressOf(account), target: null }
  if (selector === PURCHASED) {
    return { ...of, kind: 'steeze_purchased', usdcMicros: word(0), steezeAmount: word(1), runningTotal: null }
  }
  if (selector === WITHDRAWN) {
    return { ...of, kind: 'steeze_withdrawn', steezeAmount: word(0), usdcMicros: word(1), runningTotal: word(2) }
  }
  return undefined
}

const addressOf = (topic: string) => `0x${topic.slice(-40)}`.toLowerCase()

function amountOf(word: string): number {
  const amount = Number(`0x${word}`)
  if (word.length !== 64 || !Number.isSafeInteger(amount)) throw new RangeError(`0x${word} can't be counted exactly`)
  return amount
}

export const eventKey = ({ txHash, logIndex }: Pick<ChainEvent, 'txHash' | 'logIndex'>): string =>
  `${txHash}/${logIndex}`
