import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BattleFacts, planGifts, type WantedGift } from './gift-batch.rules.ts'
import { extendedEnd, takesLead } from './soft-close.rules.ts'

const END_MS = Date.parse('2026-03-02T20:00:00Z')
const at = (msBeforeEnd: number) => new Date(END_MS - msBeforeEnd)
const score = (challenger: number, opponent: number) => ({ challenger, opponent })

describe('a gift takes the lead', () => {
  it.each([
    ['from 0 to 0', score(0, 0), score(1, 0), true],
    ['from behind', score(3, 5), score(6, 5), true],
    ['out of a tie', score(5, 5), score(5, 6), true],
    ['not by making a tie', score(3, 5), score(5, 5), false],
    ['not by leading further', score(5, 3), score(6, 3), false],
    ['not by coming closer', score(3, 5), score(4, 5), false],
  ])('%s', (_, before, after, takes) => expect(takesLead(before, after)).toBe(takes))
})

describe('a gift that takes the lead moves the end to 60 s after it', () => {
  const lead = (battle: Partial<Parameters<typeof extendedEnd>[0]>, leftMs: number) =>
    extendedEnd(
      { softClose: true, endsAt: at(0), extendedAt: [], ...battle },
      { at: at(leftMs), before: score(0, 0), after: score(1, 0) },
    )

  it('with less than 60 s left', () => {
    expect(lead({}, 59_999)).toEqual(at(-1))
    expect(lead({}, 1)).toEqual(at(-59_999))
  })
  it('not with 60 s left, nor at the end', () => {
    expect(lead({}, 60_000)).toBeUndefined()
    expect(lead({}, 0)).toBeUndefined()
  })
  it('three times, and only where it was agreed on [battles.const-soft-close]', () => {
    expect(lead({ extendedAt: [at(3), at(2)] }, 1)).toBeDefined()
    expect(lead({ extendedAt: [at(3), at(2), at(1)] }, 1)).toBeUndefined()
    expect(lead({ softClose: false }, 1)).toBeUndefined()
  })
})

interface Late {
  /** Milliseconds since the gift before it. */
  afterMs: number
  isToChallenger: boolean
  amount: number
}

type Battle = BattleFacts['battle'] & { extendedAt: Date[] }

const newBattle = (): Battle => ({
  id: 'b',
  challengerId: 'ada',
  opponentId: 'bo',
  status: 'active',
  stake: 1,
  startsAt: at(3_600_000),
  endsAt: at(0),
  cancellationRequestedBy: null,
  challengerRequests: 0,
  opponentRequests: 0,
  challengerSteeze: 0,
  opponentSteeze: 0,
  bestOf: null,
  challengerPoints: 0,
  opponentPoints: 0,
  absent: null,
  giftCount: 0,
  giftHead: '',
  softClose: true,
  extendedAt: [],
})

const factsOf = (battle: Battle, when: Date): Parameters<typeof planGifts>[1] => ({
  battles: new Map([['b', { battle, isLocked: true, at: when }]]),
  purses: new Map([['cy', { purchased: 1_000_000, earned: 0 }]]),
  known: new Map(),
  ineligible: new Map(),
  debtors: new Set(),
  related: new Map(),
})

/** Plans gifts of one moment together, as a transaction would. Returns the battle after it. */
function play(battle: Battle, batch: readonly WantedGift[], when: Date): Battle {
  const { totals } = planGifts(batch, factsOf(battle, when))
  const given = totals.get('b')
  if (!given) return battle
  return {
    ...battle,
    challengerSteeze: battle.challengerSteeze + given.challenger,
    opponentSteeze: battle.opponentSteeze + given.opponent,
    giftCount: battle.giftCount + given.count,
    giftHead: given.head,
    endsAt: given.endsAt ?? battle.endsAt,
    extendedAt: given.endsAt ? [...battle.extendedAt, given.at] : battle.extendedAt,
  }
}

const lateGifts = fc.array(
  fc.record<Late>({
    // Often 0, so that several gifts have the same moment, in one transaction or in two.
    afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 70_000 })),
    isToChallenger: fc.boolean(),
    amount: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 30 },
)

const wantedOf = ({ isToChallenger, amount }: Late, index: number): WantedGift => ({
  battleId: 'b',
  giverId: 'cy',
  participantId: isToChallenger ? 'ada' : 'bo',
  amount,
  key: `gift-${index}`,
})

it('gifts of debtors and of those who may not take part are refused before the ledger would, and alone', () => {
  const one = wantedOf({ afterMs: 0, isToChallenger: true, amount: 1 }, 0)
  const { outcomes } = planGifts([{ ...one, giverId: 'di' }, { ...one, giverId: 'el' }, one], {
    ...factsOf(newBattle(), at(60_000)),
    ineligible: new Map([['di', 'BETA_ACCESS_REQUIRED']]),
    debtors: new Set(['el']),
  })
  expect(outcomes).toEqual([{ refused: 'BETA_ACCESS_REQUIRED' }, { refused: 'IN_DEBT' }, { given: expect.anything() }])
})

it('whatever is gifted when: at most three extensions, each to 60 s after a lead, alone or in batches alike [battles.soft-close]', () => {
  fc.assert(
    fc.property(lateGifts, (late) => {
      let [alone, together] = [newBattle(), newBattle()]
      let whenMs = END_MS - 65_000
      const moments = new Map<number, WantedGift[]>()
      for (const [index, gift] of late.entries()) {
        whenMs += gift.afterMs
        moments.set(whenMs, [...(moments.get(whenMs) ?? []), wantedOf(gift, index)])
      }
      for (const [ms, batch] of moments) {
        const when = new Date(ms)
        together = play(together, batch, when)
        for (const gift of batch) {
          const before = alone
          alone = play(alone, [gift], when)
          const wasOver = when >= before.endsAt
          expect(alone.giftCount).toBe(before.giftCount + (wasOver ? 0 : 1))
          expect(alone.endsAt.getTime()).toBeGreaterThanOrEqual(before.endsAt.getTime())
          const lead = (battle: Battle) => Math.sign(battle.challengerSteeze - battle.opponentSteeze)
          const isLate = !wasOver && before.endsAt.getTime() - ms < 60_000
          const tookLead = lead(alone) !== 0 && lead(alone) !== lead(before)
          const moves = isLate && tookLead && before.extendedAt.length < 3
          expect(alone.endsAt).toEqual(moves ? new Date(ms + 60_000) : before.endsAt)
          expect(alone.extendedAt).toHaveLength(before.extendedAt.length + (moves ? 1 : 0))
        }
      }
      expect(together).toEqual(alone)
      expect(alone.endsAt.getTime()).toBeLessThan(END_MS + 3 * 60_000)
    }),
    { seed: 24, numRuns: 300 },
  )
})
