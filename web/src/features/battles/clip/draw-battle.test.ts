import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLIP, framesOf } from '#aura/clip/clip.ts'
import { testPen } from '#aura/clip/test-pen.ts'
import { battleStory, topGiftsAt } from './battle-scenes.ts'
import { type BattleShow, battleDrawing, battlePicture } from './draw-battle.ts'
import { clockText } from './draw-plot.ts'
import { type Given, receiptOf } from './random-receipt.ts'

const HOUR = 3_600_000
const GIFTS: readonly Given[] = [
  { atMs: HOUR / 2, amount: 10, side: 'a', by: 'cy' },
  { atMs: HOUR, amount: 25, side: 'b', by: 'dee' },
  { atMs: 4 * HOUR - 13_000, amount: 40, side: 'a', by: 'cy' },
]
const person = (id: string, days: number) => ({ id, name: id, photo: null, days, auraPoints: 4_000 })

function showOf(given: readonly Given[], changes: Partial<BattleShow> = {}): BattleShow {
  const receipt = receiptOf(given)
  const story = battleStory(receipt)
  return {
    story,
    topGifts: topGiftsAt(receipt, story.scenes),
    people: { a: person('ada_live', 41), b: person('bo_cooks', 8) },
    title: 'Who cooked harder?',
    day: '2 Mar 2026',
    stake: 250,
    unit: 'Steeze',
    proof: ['3 gifts', receipt.chain.head],
    link: `aura.test/battles/${receipt.battle.id}/receipt`,
    ...changes,
  }
}

/** Returns hashes of frames, drawn in the given order. */
async function hashesOf(show: BattleShow, frames: readonly number[]): Promise<Map<number, string>> {
  const { pen, hash } = testPen()
  const draw = battleDrawing(show)
  const hashes = new Map<number, string>()
  for (const frame of frames) {
    draw(pen, frame)
    hashes.set(frame, await hash())
  }
  return hashes
}

describe('a frame of a battle', () => {
  it('is the same picture each time, whatever was drawn before [battles.video-same]', async () => {
    const show = showOf(GIFTS)
    const all = framesOf(show.story.scenes)
    const frames = [60, 105, 239, all - 110, all - 60, all - 1]
    const forward = await hashesOf(show, frames)
    const backward = await hashesOf(showOf(GIFTS), frames.toReversed())
    for (const frame of frames) expect(backward.get(frame), `frame ${frame}`).toBe(forward.get(frame))
    expect(new Set(forward.values()).size).toBe(frames.length)
  })

  it('is drawn once where frames have the same key', async () => {
    const show = showOf(GIFTS)
    const all = framesOf(show.story.scenes)
    const keys = Array.from({ length: all }, (_, frame) => battlePicture(show.story, frame))
    const repeated = keys.flatMap((key, frame) => (keys[frame - 1] === key ? [frame] : []))
    expect(repeated.length).toBeGreaterThan(60)
    const chosen = [repeated[5], repeated.at(-1)].map((frame) => frame ?? 0)
    const hashes = await hashesOf(
      show,
      chosen.flatMap((frame) => [frame - 1, frame]),
    )
    for (const frame of chosen) expect(hashes.get(frame)).toBe(hashes.get(frame - 1))
  })

  it('shows another gift, name, stake and chain', async () => {
    const [first, last] = [showOf(GIFTS), framesOf(showOf(GIFTS).story.scenes) - 1]
    const hashes = await Promise.all(
      [
        first,
        showOf(GIFTS, { people: { ...first.people, a: person('ada_live', 40) } }),
        showOf(GIFTS, { stake: 251 }),
        showOf(GIFTS, { proof: ['3 gifts', 'c'.repeat(64)] }),
        showOf(GIFTS, { unit: 'points' }),
      ].map(async (show) => (await hashesOf(show, [last])).get(last)),
    )
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it.each([
    ['without gifts', showOf([]), [120, 359]],
    ['that ends in a tie', showOf([...GIFTS, { atMs: 2 * HOUR, amount: 25, side: 'b', by: 'dee' }]), [200, 400]],
    [
      'of people with long names',
      showOf(GIFTS, {
        title: 'W'.repeat(300),
        people: { a: { ...person('a', 0), name: 'W'.repeat(200) }, b: { ...person('b', 999), name: '\u2068ا\u2069' } },
      }),
      [200, 400],
    ],
  ])('can be drawn of a battle %s', async (_, show, frames) => {
    expect(new Set((await hashesOf(show, frames)).values()).size).toBeGreaterThan(1)
  })

  it('writes nothing beyond its edges, however long the texts are', () => {
    const { pen } = testPen()
    const texts = fc.string({ minLength: 1, maxLength: 120 })
    fc.assert(
      fc.property(texts, texts, (name, title) => {
        const drawn: number[] = []
        const { ctx } = pen
        const fillText = ctx.fillText.bind(ctx)
        Object.assign(ctx, {
          fillText(text: string, x: number, y: number) {
            const { width } = ctx.measureText(text)
            const left = ctx.textAlign === 'center' ? x - width / 2 : ctx.textAlign === 'right' ? x - width : x
            drawn.push(left, left + width)
            fillText(text, x, y)
          },
        })
        const people = { a: { ...person('a', 3), name }, b: person('b', 4) }
        battleDrawing(showOf(GIFTS, { title, people }))(pen, 30)
        Object.assign(ctx, { fillText })
        expect(drawn.length).toBeGreaterThan(8)
        for (const x of drawn) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(CLIP.width)
        }
      }),
      { numRuns: 8 },
    )
  })
})

it.each([
  [0, '0:00'],
  [9_400, '0:09'],
  [61_000, '1:01'],
  [3_600_000 + 4 * 60_000 + 30_000, '1:04:30'],
  [-5, '0:00'],
])('%i ms are %s', (ms, text) => expect(clockText(ms)).toBe(text))
