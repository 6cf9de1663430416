import type { ClippedReceipt } from './battle-scenes.ts'

export interface Given {
  /** Since the start. */
  atMs: number
  amount: number
  side: 'a' | 'b'
  by?: string
}

const START = Date.parse('2026-03-02T16:00:00Z')
const LENGTH_MS = 4 * 3_600_000
const WINDOW_MS = 60_000
const AT_MOST = 3

const iso = (atMs: number): string => new Date(START + atMs).toISOString()

/** Returns the receipt of a battle with these gifts, in order of time; late leads move its end as the server does. */
export function receiptOf(given: readonly Given[]): ClippedReceipt {
  const ordered = given.toSorted((x, y) => x.atMs - y.atMs)
  const extensions: { at: string; endsAt: string }[] = []
  let [a, b, endMs] = [0, 0, LENGTH_MS]
  for (const { atMs, amount, side } of ordered) {
    const before = Math.sign(a - b)
    if (side === 'a') a += amount
    else b += amount
    const after = Math.sign(a - b)
    const takesLead = after !== 0 && after !== before
    if (!takesLead || atMs + WINDOW_MS <= endMs || extensions.length === AT_MOST) continue
    endMs = atMs + WINDOW_MS
    extensions.push({ at: iso(atMs), endsAt: iso(endMs) })
  }
  const person = (id: string) => ({ id, username: id, profileImageUrl: null })
  return {
    battle: {
      id: '01234567-89ab-4cde-8123-456789abcdef',
      title: null,
      description: '',
      status: 'completed',
      challenger: person('ada'),
      opponent: person('bo'),
      stake: 250,
      duration: 4,
      createdAt: iso(-3_600_000),
      battleStartsAt: iso(0),
      endsAt: iso(endMs),
      settledAt: iso(endMs),
      winnerId: a > b ? 'ada' : b > a ? 'bo' : null,
      cancelReason: null,
    },
    gifts: ordered.map(({ atMs, amount, side, by = 'cy' }, i) => ({
      seq: i + 1,
      at: iso(atMs),
      giverId: by,
      giverUsername: by,
      participantId: side === 'a' ? 'ada' : 'bo',
      amount,
      purchased: amount,
      earned: 0,
      hash: '',
    })),
    totals: { challenger: a, opponent: b, gifts: ordered.length, gifters: 1 },
    softClose: { seconds: WINDOW_MS / 1_000, atMost: AT_MOST, plannedEndsAt: iso(LENGTH_MS), extensions },
    chain: { algorithm: 'sha256', start: 'a'.repeat(64), head: 'b'.repeat(64) },
  }
}
