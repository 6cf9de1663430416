import { formatWhole } from '@aura/api/money'
import { type Receipt, receiptFaults } from '@aura/api/receipt-faults'
import { request } from '#lib/api'

export interface Checked {
  /** One sentence for each fault. */
  faults: string[]
  /** One sentence for each check that passed. */
  checked: string[]
}

/** Reads the whole receipt anew and recomputes it. Throws as `request` does. */
export async function checkReceipt(id: string, signal: AbortSignal): Promise<Checked> {
  const first = await request('GET /api/battles/:id/receipt', { params: { id }, query: {}, signal })
  const pages: Receipt[] = [first]
  // A page that leads nowhere ends the receipt, whose gifts are then found missing.
  for (let after = 0, next = first.nextAfter; next !== null && next > after; ) {
    after = next
    const page = await request('GET /api/battles/:id/receipt', { params: { id }, query: { after }, signal })
    pages.push(page)
    next = page.nextAfter
  }
  return { faults: (await receiptFaults(pages)).map(sentence), checked: checkedIn(first) }
}

const sentence = (fault: string): string => `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`

const counted = (count: number, thing: string): string => `${formatWhole(count)} ${thing}${count === 1 ? '' : 's'}`

/** Returns what a receipt that holds proves, one sentence each. */
export function checkedIn({ battle, rounds, totals }: Receipt): string[] {
  const isOff = battle.status === 'cancelled'
  const asked = rounds?.rounds.length ?? 0
  return [
    asked > 0 &&
      `${counted(asked, 'question')}: each matches its hash, which the battle’s page showed before it opened.`,
    asked > 0 && `Results${isOff ? ' and points' : ', points and the winner'} follow from the answers and their times.`,
    totals.gifts > 0 &&
      `${counted(totals.gifts, 'gift')}, in one chain of hashes: each follows from the one before it.`,
    !rounds && !isOff && `The end, the totals and the winner follow from the gifts.`,
    isOff ? 'Both stakes went back, and nobody kept a gift.' : 'Stakes and gifts moved as the result says.',
  ].filter((text) => text !== false)
}
