import { describe, expect, it } from 'vitest'
import { auraShape, envelope } from './aura-shape.ts'
import { drawRing } from './draw-ring.ts'
import { filaments, formOfDay, streamer, streamerAngles } from './filaments.ts'
import { hash32, rng } from './random.ts'
import { ringTicks } from './ring-ticks.ts'

describe('random', () => {
  it('is the same everywhere, and far apart for near ids', () => {
    expect(hash32('temi')).toBe(hash32('temi'))
    expect(Math.abs(hash32('temi1') - hash32('temi2'))).toBeGreaterThan(1e6)
    const [a, b] = [rng(7), rng(7)]
    for (let i = 0; i < 100; i++) {
      const x = a()
      expect(x).toBe(b())
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThan(1)
    }
  })
})

describe('auraShape', () => {
  it('keeps a person’s silhouette whatever they earn', () => {
    const before = auraShape('temi', 3, 120)
    const after = auraShape('temi', 40, 90_000)
    expect(after.lobes).toEqual(before.lobes)
    expect(envelope(after, 1)).toBe(envelope(before, 1))
    expect(after.reach).toBeGreaterThan(before.reach)
  })

  it('reaches from 0.3 to 1', () => {
    expect(auraShape('a', 0, 0).reach).toBeCloseTo(0.3)
    expect(auraShape('a', 0, 1e9).reach).toBe(1)
  })
})

describe('streamers', () => {
  it('never move when another day is added', () => {
    const shape = auraShape('temi', 12, 4_860)
    expect(streamerAngles(shape, 60).slice(0, 12)).toEqual(streamerAngles(shape, 12))
  })

  it('are one a day, at most sixty, and none on day 0', () => {
    const count = (days: number) =>
      filaments(auraShape('temi', days, 100), 50).filter((line) => line.kind === 'streamer').length
    expect([0, 1, 12, 60, 400].map(count)).toEqual([0, 1, 12, 60, 60])
  })

  it('grow in', () => {
    const shape = auraShape('temi', 12, 4_860)
    const half = streamer(shape, 12, 12.5)
    const full = streamer(shape, 12, 13)
    expect(half?.grown).toBeGreaterThan(0)
    expect(half?.length).toBeLessThan(full?.length ?? 0)
    expect(streamer(shape, 12, 12)).toBeNull()
  })
})

describe('formOfDay', () => {
  it('hits the table and stays between its rows', () => {
    expect(formOfDay(0)).toEqual({ fuzz: 0.05, streamer: 0.16 })
    expect(formOfDay(12)).toEqual({ fuzz: 0.26, streamer: 0.82 })
    expect(formOfDay(17).streamer).toBeCloseTo(0.91)
    expect(formOfDay(500)).toEqual({ fuzz: 0.5, streamer: 1.5 })
  })
})

describe('ringTicks', () => {
  it('has thirty ticks, as many lit as days', () => {
    const ticks = ringTicks(auraShape('temi', 12, 0), 44)
    expect(ticks.lit.split('M')).toHaveLength(13)
    expect(ticks.unlit.split('M')).toHaveLength(19)
    const closed = ringTicks(auraShape('temi', 99, 0), 44)
    expect(closed.lit.split('M')).toHaveLength(31)
    expect(closed.unlit).toBe('')
  })
})

describe('drawRing', () => {
  it('draws every line with finite numbers', () => {
    const numbers: number[] = []
    const stops = { addColorStop: (at: number) => numbers.push(at) }
    const context = new Proxy(
      {},
      {
        get:
          (_, name) =>
          (...args: unknown[]) => {
            numbers.push(...args.filter((a): a is number => typeof a === 'number'))
            return String(name).startsWith('create') ? stops : undefined
          },
        set: () => true,
      },
    ) as Parameters<typeof drawRing>[0]
    for (const days of [0, 1, 30, 90]) {
      const style = { cx: 0, cy: 0, r: 100, color: [0, 255, 0], dark: true, fuzz: 80, glowEnd: 2 } as const
      drawRing(context, auraShape('temi', days, days * 500), style)
    }
    expect(numbers.length).toBeGreaterThan(1_000)
    expect(numbers.every(Number.isFinite)).toBe(true)
  })
})
