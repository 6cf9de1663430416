import { describe, expect, it } from 'vitest'
import { followLead, LEAD_PAUSE_MS, type Lead, leadDueMs, startLead } from './lead.ts'
import { leadWords } from './lead-words.ts'

function shown(start: Lead, scores: readonly (readonly [ms: number, a: number, b: number])[]) {
  const changes: [number, number | null][] = []
  let lead = start
  for (const [ms, a, b] of scores) {
    lead = followLead(lead, a, b, ms)
    if (lead.shownMs === ms) changes.push([ms, lead.shownLeader])
  }
  return { changes, lead }
}

describe('a change of the lead', () => {
  it('is shown when the other side is ahead, not at a tie and not when the page opens [battles.lead-change]', () => {
    const { changes } = shown(startLead(5, 3), [
      [0, 5, 3],
      [1_000, 5, 5],
      [2_000, 6, 5],
      [3_000, 6, 7],
    ])
    expect(changes).toEqual([[3_000, 1]])
  })

  it('is shown for the first gift of a battle', () => {
    expect(shown(startLead(0, 0), [[500, 0, 1]]).changes).toEqual([[500, 1]])
  })

  it('is shown at most every few seconds where the sides take turns, and only if it still holds then', () => {
    const turns = Array.from({ length: 100 }, (_, i) => [i * 100, 10 + (i % 2), 10 + ((i + 1) % 2)] as const)
    const { changes } = shown(startLead(0, 0), turns)
    expect(changes.length).toBeLessThanOrEqual(1 + Math.ceil(10_000 / LEAD_PAUSE_MS))
    const back = shown(startLead(0, 0), [
      [0, 1, 0],
      [100, 1, 2],
      [200, 3, 2],
    ])
    expect(back.changes).toEqual([[0, 0]])
    expect(leadDueMs(back.lead)).toBeNull()
    const waiting = shown(startLead(0, 0), [
      [0, 1, 0],
      [100, 1, 2],
    ])
    expect(leadDueMs(waiting.lead)).toBe(LEAD_PAUSE_MS)
    expect(followLead(waiting.lead, 1, 2, LEAD_PAUSE_MS).shownLeader).toBe(1)
  })
})

describe('the words of a change', () => {
  it('speak to the leader, and to the person whose gift turned it', () => {
    const words = (isLeader: boolean, isOwnGift: boolean) => leadWords({ name: 'bo', isLeader, isOwnGift }).join(' ')
    expect(words(false, false)).toBe('bo takes the lead')
    expect(words(false, true)).toBe('Your gift puts bo ahead')
    expect(words(true, false)).toBe('You take the lead')
  })
})
