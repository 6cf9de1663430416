import { describe, expect, it } from 'vitest'
import { coverDays, coverPlot, coverStrokes, doesHold, percentText } from './cover.ts'

const count = (looks: readonly string[], look: string) => looks.filter((each) => each === look).length

describe('cover', () => {
  it('holds with enough and with the ledger saying the same, and not otherwise', () => {
    expect(doesHold({ cover: 1, isMatching: true })).toBe(true)
    expect(doesHold({ cover: null, isMatching: true })).toBe(true)
    expect(doesHold({ cover: 0.999, isMatching: true })).toBe(false)
    expect(doesHold({ cover: 1.4, isMatching: false })).toBe(false)
  })

  it('is told in percent, never rounded up', () => {
    expect([1.4711, 1, 0.99999, 0, 1 / 0.7].map(percentText)).toEqual(['147.1%', '100.0%', '99.9%', '0.0%', '142.8%'])
  })

  it('is drawn a stroke a hundredth: solid, above it outlined, below it missing', () => {
    const over = coverStrokes(1.43).looks
    expect([count(over, 'solid'), count(over, 'outlined'), count(over, 'missing')]).toEqual([100, 43, 0])
    const short = coverStrokes(0.9).looks
    expect([count(short, 'solid'), count(short, 'outlined'), count(short, 'missing')]).toEqual([90, 0, 10])
    expect(coverStrokes(7)).toMatchObject({ looks: { length: 250 }, isCut: true })
    expect(count(coverStrokes(null).looks, 'empty')).toBe(100)
  })
})

it('plots ninety days, from 100 % up, and from lower where a day was short [steeze.reserves-plot]', () => {
  const history = ['2025-08-01', '2025-11-19', '2025-11-20'].map((day, i) => ({
    day,
    usdcHeld: [200, 143, 150][i] ?? 0,
    usdcRequired: 100,
    steezeOutstanding: 1_000,
  }))
  const days = coverDays(
    [...history, { day: '2025-11-20', usdcHeld: 5, usdcRequired: 0, steezeOutstanding: 0 }],
    '2025-11-20',
  )
  expect(days.map(({ day }) => day)).toEqual(['2025-11-19', '2025-11-20'])
  const plot = coverPlot(days, '2025-11-20')
  expect(plot).toMatchObject({ foot: 100, top: 150 })
  expect(plot?.bars[1]).toMatchObject({ x: 100, height: 100, isShort: false })
  expect(coverPlot([{ day: '2025-11-20', cover: 0.9 }], '2025-11-20')).toMatchObject({
    foot: 75,
    top: 125,
    bars: [{ isShort: true }],
  })
  expect(coverPlot([], '2025-11-20')).toBeNull()
})
