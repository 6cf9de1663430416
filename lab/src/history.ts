import { bytesToHex } from '@ethereumjs/util'
import { type Hex, keccakText, wordHex } from './bytes.ts'
import type { Block, Receipt } from './chain.ts'
import type { Session } from './session.ts'
import { ethText, shortAddress, usdcText } from './words.ts'

export interface Entry {
  block: number
  from: string
  to: string
  succeeded: boolean
  /** Transfers and allowances, one line each. */
  effects: readonly string[]
}

const YOU = 'You'
const TRANSFER = bytesToHex(keccakText('Transfer(address,address,uint256)'))
const APPROVAL = bytesToHex(keccakText('Approval(address,address,uint256)'))

export function historyOf<World>(session: Session<World>): Entry[] {
  const { lab, kind, world, firstBlock } = session
  const names: Readonly<Record<Hex, string>> = { ...session.names(), [lab.me]: YOU }
  const tokens = kind.tokens?.(world) ?? {}
  const nameOf = (address: Hex) => names[address] ?? shortAddress(address)
  return lab.chain.blocks
    .filter(({ number }) => number >= firstBlock)
    .flatMap((block) => block.receipts.map((receipt) => entryOf(block, receipt, { nameOf, names, tokens })))
    .reverse()
}

interface Words {
  nameOf(address: Hex): string
  names: Readonly<Record<Hex, string>>
  tokens: Readonly<Record<Hex, string>>
}

function entryOf({ number }: Block, { tx, succeeded, logs }: Receipt, { nameOf, names, tokens }: Words): Entry {
  const effects = logs.flatMap(({ address, topics: [event, from, to, indexed], data }) => {
    if (!event || !from || !to || data === '0x') return indexed ? [`Number ${BigInt(indexed)}: ${pair(from, to)}`] : []
    if (event === TRANSFER) return [`${amountOf(address, BigInt(data))}: ${pair(from, to)}`]
    if (event !== APPROVAL) return []
    const owner = name(from)
    return [`${owner} ${owner === YOU ? 'let' : 'lets'} ${name(to)} spend ${amountOf(address, BigInt(data))}`]
  })
  if (tx.value > 0n && succeeded)
    effects.unshift(`${ethText(tx.value)}: ${nameOf(tx.from)} → ${nameOf(tx.to ?? tx.from)}`)
  return { block: number, from: nameOf(tx.from), to: tx.to ? nameOf(tx.to) : 'new contract', succeeded, effects }

  /** Formats in USDC, or in the unit the kind gives for the token. Names the contract where the kind knows none of it. */
  function amountOf(token: Hex, value: bigint): string {
    const unit = tokens[token]
    if (unit !== undefined) return usdcText(value).replace('USDC', unit)
    return names[token] === undefined ? `${usdcText(value)} of the contract ${shortAddress(token)}` : usdcText(value)
  }
  function name(topic: Hex | undefined): string {
    return topic ? nameOf(`0x${topic.slice(-40)}`) : ''
  }
  function pair(from?: Hex, to?: Hex): string {
    return from === wordHex(0n) ? `to ${name(to)}` : `${name(from)} → ${name(to)}`
  }
}
