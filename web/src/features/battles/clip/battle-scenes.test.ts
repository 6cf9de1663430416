import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framesOf } from '#aura/clip/clip.ts'
import { cumulate } from '../receipt/gift-sums.ts'
import { battleStory, type ClippedReceipt, scoreOn, topGiftsAt } from './battle-scenes.ts'
import { type Given, receiptOf } from './random-receipt.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const given = fc.array(
  fc.record({
    atMs: fc.integer({ min: 0, max: 4 * HOUR - 1 }),
    amount: fc.integer({ min: 1, max: 500 }),
    side: fc.constantFrom('a', 'b'),
  }),
  { maxLength: 300 },
) as fc.Arbitrary<Given[]>

/** Many gifts in each of three milliseconds, also in the last minute. */
const crowded = fc
  .tuple(given, fc.constantFrom(1, 3 * HOUR, 4 * HOUR - 1_000))
  .map(([gifts, from]) => gifts.map((gift) => ({ ...gift, atMs: Math.min(4 * HOUR - 1, from + (gift.atMs % 3)) })))
const receipts = fc.oneof(given, crowded).map(receiptOf)

/** The sums after the first `seq` gifts, counted anew. */
function sumsAfter({ gifts, battle }: ClippedReceipt, seq: number) {
  const sums = { a: 0, b: 0 }
  for (const { participantId, amount } of gifts.slice(0, seq)) {
    sums[participantId === battle.challenger.id ? 'a' : 'b'] += amount
  }
  return sums
}

describe('the scenes of a battle', () => {
  it('end on scores that the receipt has [battles.video-scores]', () => {
    fc.assert(
      fc.property(receipts, (receipt) => {
        const story = battleStory(receipt)
        let frames = 0
        let before = story.scenes[0]?.from
        for (const scene of story.scenes) {
          expect(scene.from).toEqual(before)
          before = scene.to
          frames += scene.frames
          const { seq, a, b } = scoreOn(story, frames - 1)
          expect({ seq, a, b }).toEqual({ seq: scene.to.seq, ...sumsAfter(receipt, scene.to.seq) })
        }
        const { challenger, opponent, gifts } = receipt.totals
        expect(before).toMatchObject({ seq: gifts, a: challenger, b: opponent })
      }),
    )
  })

  it('show no other score between, and go only forward [battles.video-scores]', () => {
    fc.assert(
      fc.property(receipts, (receipt) => {
        const story = battleStory(receipt)
        let [seq, atMs] = [0, 0]
        for (let frame = 0; frame < framesOf(story.scenes); frame++) {
          const score = scoreOn(story, frame)
          expect({ a: score.a, b: score.b }).toEqual(sumsAfter(receipt, score.seq))
          expect(score.seq).toBeGreaterThanOrEqual(seq)
          expect(score.atMs).toBeGreaterThanOrEqual(atMs)
          seq = score.seq
          atMs = score.atMs
        }
      }),
      { numRuns: 40 },
    )
  })

  it('take 12 to 18 seconds and show every change of the lead and the late leads [battles.video]', () => {
    fc.assert(
      fc.property(receipts, (receipt) => {
        const { scenes, changes, late } = battleStory(receipt)
        const seconds = framesOf(scenes) / 30
        expect(seconds).toBeGreaterThanOrEqual(12)
        expect(seconds).toBeLessThanOrEqual(18)
        for (const { frames } of scenes) expect(frames).toBeGreaterThanOrEqual(17)
        const start = Date.parse(receipt.battle.battleStartsAt)
        const plotted = receipt.gifts.map(({ at, amount, participantId }) => ({
          atMs: Date.parse(at) - start,
          amount,
          side: participantId === receipt.battle.challenger.id ? ('a' as const) : ('b' as const),
        }))
        const leads = cumulate(plotted).leads
        expect(changes.map(({ atMs, to }) => ({ atMs, to }))).toEqual(leads.map(({ atMs, to }) => ({ atMs, to })))
        const shown = scenes.flatMap((scene) => (scene.kind === 'field' && scene.changes ? [scene.changes] : []))
        const numbers = shown.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))
        expect(numbers).toEqual(changes.map((_, i) => i + 1))
        expect(late.length).toBe(receipt.softClose?.extensions.length)
        expect(scenes.filter((scene) => scene.kind === 'field' && scene.late).length).toBe(late.length)
      }),
    )
  })

  it('go only forward where all gifts are of one millisecond [battles.video-scores]', () => {
    const gifts = [1, 2, 2, 2, 2].map((amount, i) => ({ atMs: HOUR, amount, side: i % 2 === 0 ? 'a' : 'b' }) as const)
    const story = battleStory(receiptOf(gifts))
    const seqs = Array.from({ length: framesOf(story.scenes) }, (_, frame) => scoreOn(story, frame).seq)
    expect(seqs).toEqual(seqs.toSorted((x, y) => x - y))
  })

  it('of ten thousand gifts that each change the lead are as many as of twenty', () => {
    const gifts = Array.from({ length: 10_000 }, (_, i) => ({
      atMs: i * 1_000,
      amount: i === 0 ? 1 : 2,
      side: i % 2 === 0 ? ('a' as const) : ('b' as const),
    }))
    const { scenes, changes } = battleStory(receiptOf(gifts))
    expect(changes.length).toBe(9_999)
    expect(scenes.length).toBe(13)
    expect(framesOf(scenes)).toBe(15 * 30)
  })

  it('of a battle without gifts are a field at rest and a draw', () => {
    const story = battleStory(receiptOf([]))
    expect(story.scenes.map(({ kind }) => kind)).toEqual(['faces', 'field', 'field', 'result'])
    expect(story.scenes.at(-1)).toMatchObject({ winner: null, to: { a: 0, b: 0 } })
    expect(framesOf(story.scenes)).toBe(12 * 30)
  })

  it('say how much time was left at a late lead, and how much from then on', () => {
    const story = battleStory(
      receiptOf([
        { atMs: HOUR, amount: 10, side: 'a' },
        { atMs: 4 * HOUR - 13_000, amount: 20, side: 'b' },
        { atMs: 4 * HOUR + 40_000, amount: 20, side: 'a' },
      ]),
    )
    expect(story.late).toMatchObject([
      { seq: 2, to: 'b', leftMs: 13_000, movedMs: MINUTE },
      { seq: 3, to: 'a', leftMs: 7_000, movedMs: MINUTE },
    ])
    expect([0, 1, 2, 3].map(story.endAfter)).toEqual([4 * HOUR, 4 * HOUR, 4 * HOUR + 47_000, 4 * HOUR + 100_000])
  })

  it('are of whole receipts that add up, and of battles that were fought', () => {
    const receipt = receiptOf([{ atMs: HOUR, amount: 10, side: 'a' }])
    const more = { ...receipt, totals: { ...receipt.totals, challenger: 11 } }
    expect(() => battleStory(more)).toThrow('don’t add up')
    expect(() => battleStory({ ...receipt, battle: { ...receipt.battle, status: 'cancelled' } })).toThrow('called off')
    // Of a battle with more gifts than a page reads, the rest lies between the last known score and the end.
    const part = { ...receipt, totals: { challenger: 500, opponent: 700, gifts: 120_000, gifters: 9 } }
    expect(battleStory(part).scenes.at(-1)?.to).toMatchObject({ seq: 120_000, a: 500, b: 700 })
  })
})

it('the largest sums of single givers are those at a scene’s end', () => {
  const receipt = receiptOf(
    Array.from({ length: 24 }, (_, i) => ({
      atMs: i * MINUTE,
      amount: i + 1,
      side: 'a' as const,
      by: `fan-${i % 12}`,
    })),
  )
  const { final, half } = { final: { to: { seq: 24 } }, half: { to: { seq: 2 } } }
  const found = topGiftsAt(receipt, [half, final] as never)
  expect(found.get(2)).toEqual({ a: [2, 1], b: [] })
  expect(found.get(24)?.a).toEqual([36, 34, 32, 30, 28, 26, 24, 22, 20, 18])
})

it('the scenes of rounds show their points, whatever was gifted [battles.video-scores]', () => {
  const receipt = receiptOf([{ atMs: 5_000, amount: 500, side: 'b' }])
  const at = (seconds: number) => new Date(Date.parse(receipt.battle.battleStartsAt) + seconds * 1_000).toISOString()
  const answer = (seconds: number) => ({ choice: [0], at: at(seconds), roundTripMs: 0 })
  const results = ['shared', 'interrupted', 'opponent', 'challenger', 'challenger'] as const
  const rounds = results.map((result, i) => ({
    ...{ number: i + 1, commitment: '', salt: '', sealed: '', result },
    ...{ openedAt: at(20 * i), closesAt: at(20 * i + 20) },
    answers: { challenger: answer(20 * i + 4), opponent: i === 4 ? null : answer(20 * i + 9) },
  }))
  const points = { challenger: 3, opponent: 2 }
  const { scenes, changes, scoreAt } = battleStory({
    ...receipt,
    battle: { ...receipt.battle, winnerId: 'ada' },
    rounds: { bestOf: 5, suddenDeath: 3, shareMs: 250, points, absent: null, rounds },
  })
  expect(scenes.at(-1)).toMatchObject({ kind: 'result', winner: 'a', to: { a: 3, b: 2, seq: 4 } })
  const seen = [8, 9, 48, 49, 69, 99, 100].map((seconds) => scoreAt(seconds * 1_000))
  expect(seen.map(({ a, b }) => `${a} ${b}`)).toEqual(['0 0', '1 1', '1 1', '1 2', '2 2', '2 2', '3 2'])
  expect(changes.map(({ seq, to }) => [seq, to])).toEqual([[4, 'a']])
})
