import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AURA_LEVELS, levelOfStreak } from '../../api/src/levels.ts'
import { auraShape, envelope } from './aura-shape.ts'
import { filaments, streamer } from './filaments.ts'
import { formOfDay, glowOfDay } from './form-of-day.ts'
import { heroLoop, LOOP_SECONDS } from './hero-loop.ts'
import { levelBlend } from './level-blend.ts'
import { hash32, rng } from './random.ts'
import { dialTicks, ringTicks } from './ring-ticks.ts'
import { LASTING_STRANDS, packStrands, STRAND_FLOATS, strands, streamerAngles } from './strands.ts'

const id = fc.string({ minLength: 1, maxLength: 40 })
const days = fc.integer({ min: 0, max: 400 })
const points = fc.integer({ min: 0, max: 10_000_000 })
const starts = AURA_LEVELS.map(({ minDays }) => minDays)

/** Upper bound, in rim radii, for the longest streamer of the widest silhouette. */
const LONGEST = 4.2

describe('random', () => {
  it('is the same everywhere, and far apart for near ids', () => {
    expect([hash32('temi'), hash32('')]).toEqual([655822909, 1947474976])
    expect(Math.abs(hash32('temi1') - hash32('temi2'))).toBeGreaterThan(1e6)
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [a, b] = [rng(seed), rng(seed)]
        for (let i = 0; i < 50; i++) {
          const x = a()
          expect(x).toBe(b())
          expect(x >= 0 && x < 1).toBe(true)
        }
      }),
    )
  })
})

describe('a shape', () => {
  it('is the same for the same person on the same day', () => {
    fc.assert(
      fc.property(id, days, points, (who, day, ap) => {
        expect(auraShape(who, day, ap)).toEqual(auraShape(who, day, ap))
        expect(filaments(auraShape(who, day, ap), 40)).toEqual(filaments(auraShape(who, day, ap), 40))
      }),
      { numRuns: 30 },
    )
  })

  it('keeps a person’s silhouette whatever they earn', () => {
    fc.assert(
      fc.property(id, days, days, points, fc.double({ min: 0, max: 7, noNaN: true }), (who, d1, d2, ap, angle) => {
        const [before, after] = [auraShape(who, d1, ap), auraShape(who, d2, ap * 2)]
        expect(after.lobes).toEqual(before.lobes)
        expect(after.twist).toBe(before.twist)
        expect(envelope(after, angle)).toBe(envelope(before, angle))
      }),
    )
  })

  it('reaches further with every point, from 0.3 to 1', () => {
    fc.assert(
      fc.property(id, points, fc.integer({ min: 1, max: 1_000 }), (who, ap, more) => {
        const [less, far] = [auraShape(who, 5, ap).reach, auraShape(who, 5, ap + more).reach]
        expect(less).toBeGreaterThanOrEqual(0.3)
        expect(far).toBeLessThanOrEqual(1)
        if (less < 1) expect(far).toBeGreaterThan(less)
      }),
    )
    expect(auraShape('a', 0, -5).reach).toBeCloseTo(0.3)
  })
})

describe('lines', () => {
  it('of earlier days never move when a day is added', () => {
    fc.assert(
      fc.property(id, fc.integer({ min: 1, max: 59 }), points, (who, day, ap) => {
        const [today, tomorrow] = [auraShape(who, day, ap), auraShape(who, day + 1, ap)]
        expect(streamerAngles(tomorrow, day)).toEqual(streamerAngles(today, day))
        expect(strands(tomorrow, 30)).toEqual(strands(today, 30))
        for (let i = 0; i < day; i++) {
          expect(streamer(tomorrow, i, day + 1)?.points[0]).toEqual(streamer(today, i, day)?.points[0])
        }
      }),
      { numRuns: 20 },
    )
  })

  it('are one streamer a day, at most sixty, and none on day 0', () => {
    const count = (day: number) =>
      filaments(auraShape('temi', day, 100), 50).filter((line) => line.kind === 'streamer').length
    expect([0, 1, 12, 60, 400].map(count)).toEqual([0, 1, 12, 60, 60])
  })

  it('start on the rim, stay outside of it and end within bounds', () => {
    fc.assert(
      fc.property(id, days, points, (who, day, ap) => {
        for (const { kind, points: places, length, grown } of filaments(auraShape(who, day, ap), 60)) {
          const radii = places.map(([x, y]) => Math.hypot(x, y))
          expect(length > 0 && length < LONGEST && grown > 0 && grown <= 1).toBe(true)
          if (kind === 'hair') continue
          expect(radii[0]).toBeCloseTo(1)
          expect(Math.max(...radii)).toBeCloseTo(1 + length)
          expect(Math.min(...radii)).toBeGreaterThanOrEqual(1 - 1e-9)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('grow in, and grow longer with points', () => {
    const shape = auraShape('temi', 12, 4_860)
    const [half, full] = [streamer(shape, 12, 12.5), streamer(shape, 12, 13)]
    expect(half?.grown).toBeGreaterThan(0)
    expect(half?.length).toBeLessThan(full?.length ?? 0)
    expect(streamer(shape, 12, 12)).toBeNull()
    expect(streamer(shape, 60, 400)).toBeNull()
    expect(streamer(auraShape('temi', 12, 90_000), 3, 12)?.length).toBeGreaterThan(
      streamer(shape, 3, 12)?.length ?? Number.POSITIVE_INFINITY,
    )
  })

  it('of the first five days are at least half a radius long, for whoever has how few points', () => {
    fc.assert(
      fc.property(id, points, fc.integer({ min: 1, max: 5 }), (who, ap, day) => {
        const shape = auraShape(who, day, ap)
        for (let line = 0; line < day; line++) expect(streamer(shape, line, day)?.length).toBeGreaterThanOrEqual(0.5)
      }),
    )
    expect(streamer(auraShape('temi', 0, 0), 0, 0.1)?.length).toBeLessThan(0.25)
  })

  it('are packed with those that are never thinned out first', () => {
    const all = strands(auraShape('temi', 12, 0), 90)
    expect(all.findIndex(({ kind }) => kind === 'fuzz')).toBe(LASTING_STRANDS)
    const packed = packStrands(all)
    expect(packed).toHaveLength(all.length * STRAND_FLOATS)
    expect(packed.every(Number.isFinite)).toBe(true)
    const [first] = all
    expect([packed[0], packed[2], packed[3]]).toEqual([Math.fround(first?.angle ?? 0), 0, 1])
  })

  it('of the fuzz thin out evenly', () => {
    const fuzz = strands(auraShape('temi', 12, 0), 760).slice(LASTING_STRANDS)
    const half = fuzz.slice(0, 380)
    for (let sector = 0; sector < 8; sector++) {
      const inSector = half.filter(({ angle }) => Math.floor((angle / (2 * Math.PI)) * 8) === sector).length
      expect(inSector).toBeGreaterThan(380 / 8 / 2)
    }
  })
})

describe('formOfDay', () => {
  it('hits the table, and is never shorter on a later day', () => {
    expect(formOfDay(0)).toEqual({ fuzz: 0.05, streamer: 0.16 })
    expect(formOfDay(12)).toEqual({ fuzz: 0.26, streamer: 0.82 })
    expect(formOfDay(17).streamer).toBeCloseTo(0.91)
    expect(formOfDay(500)).toEqual({ fuzz: 0.5, streamer: 1.5 })
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 80, noNaN: true }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (a, more) => {
          expect(formOfDay(a + more).streamer).toBeGreaterThanOrEqual(formOfDay(a).streamer)
          expect(formOfDay(a + more).fuzz).toBeGreaterThanOrEqual(formOfDay(a).fuzz)
          expect(glowOfDay(a + more)).toBeGreaterThanOrEqual(glowOfDay(a))
        },
      ),
    )
  })
})

describe('levelBlend', () => {
  it('changes at days 5, 10, 15 and 30, to the level the streak has', () => {
    const changes: number[] = []
    for (let day = 1; day <= 90; day++) {
      if (levelBlend(starts, day).to !== levelBlend(starts, day - 0.001).to) changes.push(day)
    }
    expect(changes).toEqual([5, 10, 15, 30])
    fc.assert(
      fc.property(days, (day) => {
        expect(AURA_LEVELS[levelBlend(starts, day).to]).toBe(levelOfStreak(day))
      }),
    )
  })

  it('lets a new colour arrive within the day', () => {
    expect(levelBlend(starts, 0)).toEqual({ from: 0, to: 0, k: 1 })
    expect(levelBlend(starts, 10)).toEqual({ from: 1, to: 2, k: 0 })
    expect(levelBlend(starts, 10.4).k).toBeCloseTo(0.5)
    expect(levelBlend(starts, 11).k).toBe(1)
  })
})

describe('heroLoop', () => {
  it('builds steadily through all five levels and releases at its end', () => {
    const levels = new Set<number>()
    let before = heroLoop(0)
    for (let t = 0; t < LOOP_SECONDS; t += 0.05) {
      const now = heroLoop(t)
      expect(now.day).toBeGreaterThanOrEqual(before.day)
      expect(now.day - before.day).toBeLessThan(0.3)
      expect(now.released).toBeGreaterThanOrEqual(before.released)
      levels.add(levelBlend(starts, now.day).to)
      before = now
    }
    expect(levels.size).toBe(5)
    expect(before).toEqual({ day: 36, released: 1 })
    expect(heroLoop(LOOP_SECONDS)).toEqual(heroLoop(0))
  })
})

describe('small rings', () => {
  it('have thirty ticks, as many lit as days', () => {
    fc.assert(
      fc.property(id, days, fc.integer({ min: 28, max: 112 }), (who, day, size) => {
        const { lit, unlit, radius } = ringTicks(auraShape(who, day, 0), size)
        expect(lit.split('M').length - 1).toBe(Math.min(30, day))
        expect(unlit.split('M').length - 1).toBe(30 - Math.min(30, day))
        for (const [number] of `${lit}${unlit}`.matchAll(/-?[\d.]+/g)) {
          expect(Number(number) >= 0 && Number(number) <= size).toBe(true)
        }
        expect(radius).toBeLessThan(size / 2)
      }),
    )
    expect(dialTicks(starts, 80, 120).split('M')).toHaveLength(31)
  })
})
