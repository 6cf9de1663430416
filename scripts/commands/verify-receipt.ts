/**
 * Recomputes a battle's receipt: `node scripts/commands/verify-receipt.ts FILE_OR_ADDRESS`. Needs only Node 24
 * and shares no code with the server. See docs/battle-receipts.md.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

interface Gift {
  seq: number
  at: string
  giverId: string
  participantId: string
  amount: number
  purchased: number
  earned: number
  hash: string
}

interface Place {
  ownerId: string
  account: string
}

export interface Receipt {
  format: string
  battle: {
    id: string
    status: string
    stake: number
    battleStartsAt: string
    endsAt: string
    winnerId: string | null
    challenger: { id: string }
    opponent: { id: string }
  }
  totals: { challenger: number; opponent: number; gifts: number }
  entries: { key: string; amount: number; currency: string; from: Place; to: Place }[]
  chain: { start: string; head: string }
  gifts: Gift[]
  nextAfter: number | null
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns every contradiction between a receipt, given as its pages in order, and its gifts. */
export function receiptFaults(pages: readonly Receipt[]): string[] {
  const [receipt] = pages
  if (receipt?.format !== 'aura-battle-receipt/1') return ['this is not a battle receipt']
  const gifts = pages.flatMap((page) => page.gifts)
  return [...chainFaults(receipt, gifts), ...giftFaults(receipt, gifts), ...resultFaults(receipt, gifts)]
}

/** The hash chain starts with the battle and leads, gift by gift, to its head. */
function chainFaults({ battle, chain }: Receipt, gifts: readonly Gift[]): string[] {
  const faults: string[] = []
  let hash = sha256(`aura-battle-gifts/1\n${battle.id}`)
  if (hash !== chain.start) faults.push('the chain does not begin with this battle')
  for (const { seq, at, giverId, participantId, amount, purchased, earned, hash: told } of gifts) {
    hash = sha256([hash, seq, at, giverId, participantId, amount, purchased, earned].join('\n'))
    if (hash !== told) return [...faults, `gift ${seq} does not follow from the one before it`]
  }
  if (hash !== chain.head) faults.push('the gifts do not lead to the head of the chain')
  return faults
}

function giftFaults({ battle, totals }: Receipt, gifts: readonly Gift[]): string[] {
  const faults: string[] = []
  const sides = [battle.challenger.id, battle.opponent.id]
  for (const [index, gift] of gifts.entries()) {
    const isWhole = gift.amount >= 1 && gift.amount === gift.purchased + gift.earned
    if (gift.seq !== index + 1) faults.push(`gift ${gift.seq} stands where ${index + 1} should`)
    if (!isWhole) faults.push(`gift ${gift.seq} is not the sum of its parts`)
    if (!sides.includes(gift.participantId)) faults.push(`gift ${gift.seq} is for neither side`)
    if (sides.includes(gift.giverId)) faults.push(`gift ${gift.seq} is from a participant`)
    if (gift.at < battle.battleStartsAt || gift.at >= battle.endsAt) faults.push(`gift ${gift.seq} is out of time`)
  }
  if (gifts.length !== totals.gifts) faults.push(`${totals.gifts} gifts are counted, ${gifts.length} are here`)
  return faults
}

/** The winner follows from the gifts, and the transfers from the winner. */
function resultFaults({ battle, totals, entries }: Receipt, gifts: readonly Gift[]): string[] {
  const { challenger, opponent, stake, status } = battle
  const received = (id: string) =>
    gifts.filter(({ participantId }) => participantId === id).reduce((sum, { amount }) => sum + amount, 0)
  const [left, right] = [received(challenger.id), received(opponent.id)]
  const faults: string[] = []
  if (left !== totals.challenger || right !== totals.opponent) faults.push('the totals are not the sums of the gifts')
  if (status !== 'completed') return faults
  const winner = left > right ? challenger.id : right > left ? opponent.id : null
  if (winner !== battle.winnerId) faults.push('the winner is not who received more')

  const outOf = (account: string, to: string, currency: string) =>
    entries
      .filter((entry) => entry.from.account === account && entry.to.ownerId === to && entry.currency === currency)
      .reduce((sum, { amount }) => sum + amount, 0)
  for (const [id, steeze] of [
    [challenger.id, left],
    [opponent.id, right],
  ] as const) {
    const ap = winner === null ? stake : winner === id ? 2 * stake : 0
    if (outOf('ap_held', id, 'AP') !== ap) faults.push(`${id} should have had ${ap} AP of the stakes`)
    const gifted = outOf('gifts_to_challenger', id, 'STEEZE') + outOf('gifts_to_opponent', id, 'STEEZE')
    if (gifted !== steeze) faults.push(`${id} should have had ${steeze} Steeze of the gifts`)
  }
  return faults
}

/** From a file (one page, or a list of pages) or the address of the first page. */
async function readPages(place: string): Promise<Receipt[]> {
  if (!/^https?:/.test(place)) return [JSON.parse(await readFile(place, 'utf8'))].flat() as Receipt[]
  const pages: Receipt[] = []
  for (let after: number | null = 0; after !== null; after = pages.at(-1)?.nextAfter ?? null) {
    const address = new URL(place)
    address.searchParams.set('after', String(after))
    const answer = await fetch(address)
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    pages.push((await answer.json()) as Receipt)
  }
  return pages
}

if (import.meta.main) {
  const place = process.argv[2]
  if (place === undefined) throw new Error('Say which: node scripts/commands/verify-receipt.ts FILE_OR_ADDRESS')
  const faults = receiptFaults(await readPages(place))
  console.log(faults.length === 0 ? 'The receipt holds.' : faults.join('\n'))
  process.exitCode = faults.length === 0 ? 0 : 1
}
