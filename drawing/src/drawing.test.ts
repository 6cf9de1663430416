import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auraShape } from './aura-shape.ts'
import { battleField, type FieldLine, type FieldSpec, MAX_BRIGHT_LINES } from './battle-field.ts'
import { type Charges, fieldAt, nullPoint, rimAngle } from './charges.ts'
import type { DrawingContext } from './context.ts'
import { drawField } from './draw-field.ts'
import { drawRing } from './draw-ring.ts'
import { resultKeys, sideKeys } from './side-keys.ts'

function recorder(): { context: DrawingContext; calls: string[]; numbers: number[] } {
  const calls: string[] = []
  const numbers: number[] = []
  const note = (name: string, args: unknown[]) => {
    calls.push(`${name} ${args.map(String).join(' ')}`)
    numbers.push(...args.filter((argument) => typeof argument === 'number'))
  }
  const gradient = { addColorStop: (...args: unknown[]) => note('stop', args), toString: () => 'gradient' }
  const context = new Proxy({} as DrawingContext, {
    get:
      (_, name) =>
      (...args: unknown[]) => {
        note(String(name), args)
        return String(name).startsWith('create') ? gradient : undefined
      },
    set: (_, name, value) => {
      note(String(name), [value])
      return true
    },
  })
  return { context, calls, numbers }
}

const share = fc.double({ min: 0, max: 1, noNaN: true })
const place = fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 900 }))

const spec = (over: Partial<FieldSpec> = {}, giftsA: number[] = [], giftsB: number[] = []): FieldSpec => ({
  width: 1_440,
  height: 600,
  a: { shape: auraShape('adaeze', 41, 182_400), at: [360, 260], radius: 96, gifts: giftsA },
  b: { shape: auraShape('tobi', 8, 61_250), at: [1_080, 260], radius: 96, gifts: giftsB },
  share: 0.614,
  lines: 60,
  ...over,
})

describe('drawRing', () => {
  const draw = (day: number) => {
    const { context, calls, numbers } = recorder()
    const style = { cx: 0, cy: 0, r: 100, color: [0, 255, 0], dark: true, fuzz: 80, glowEnd: 2 } as const
    drawRing(context, auraShape('temi', day, day * 500), style)
    return { calls, numbers }
  }

  it('draws the same picture for the same person, in finite numbers', () => {
    for (const day of [0, 1, 30, 90]) {
      expect(draw(day).calls).toEqual(draw(day).calls)
      expect(draw(day).numbers.every(Number.isFinite)).toBe(true)
    }
    expect(draw(30).calls.length).toBeGreaterThan(draw(1).calls.length)
  })
})

describe('two charges', () => {
  const vectorAt = (charges: Charges, x: number, y: number): [number, number] => {
    const into = new Float64Array(2)
    fieldAt(charges, Float64Array.of(x, y), into)
    return [into[0] ?? Number.NaN, into[1] ?? Number.NaN]
  }

  it('cancel out exactly at the share', () => {
    fc.assert(
      fc.property(share, place, place, (part, a, [x, y]) => {
        const b = [x + 600, y] as const
        const charges = { a, b, share: part }
        const point = nullPoint(charges)
        const gap = Math.hypot(b[0] - a[0], b[1] - a[1])
        expect(Math.hypot(point[0] - a[0], point[1] - a[1])).toBeCloseTo(part * gap, 6)
        if (part < 1e-6 || part > 1 - 1e-6) return
        const [fx, fy] = vectorAt(charges, ...point)
        expect(Math.hypot(fx, fy) * gap).toBeLessThan(1e-6)
        const near = vectorAt(charges, point[0] + (a[0] - point[0]) / 2, point[1] + (a[1] - point[1]) / 2)
        expect(near[0] * (b[0] - a[0]) + near[1] * (b[1] - a[1])).toBeGreaterThan(0)
      }),
    )
  })

  it('keep the order of a side’s lines, and press those of a weak side together', () => {
    fc.assert(
      fc.property(share, fc.double({ min: 0.01, max: 0.49, noNaN: true }), (strength, size) => {
        const turns = Array.from({ length: 9 }, (_, i) => -3.1 + i * 0.775)
        const rims = turns.map((turn) => rimAngle(strength, 1, size, turn))
        expect(rims).toEqual([...rims].sort((a, b) => a - b))
        expect(rimAngle(strength, 1, size, -1)).toBeCloseTo(-rimAngle(strength, 1, size, 1))
      }),
    )
    expect(rimAngle(1, 1, 0.2, 1)).toBeCloseTo(1)
    expect(rimAngle(0.05, 1, 0.2, 0.5)).toBeGreaterThan(1.5)
  })
})

const pointsOf = ({ points }: FieldLine): [number, number][] =>
  Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i] ?? Number.NaN, points[2 * i + 1] ?? Number.NaN])

describe('battleField', () => {
  it('takes longer steps to about the same places', () => {
    const [fine, coarse] = [battleField(spec({}, [5])), battleField(spec({ step: 14 }, [5]))]
    for (const [i, line] of coarse.a.entries()) {
      const other = pointsOf(fine.a[i] as FieldLine)
      for (const [j, [x, y]] of pointsOf(line).entries()) {
        const [fx, fy] = other[2 * j] ?? [x, y]
        expect(Math.hypot(x - fx, y - fy)).toBeLessThan(6)
      }
    }
  })

  it('gives each side lines by its share', () => {
    fc.assert(
      fc.property(share, (part) => {
        const { a, b } = battleField(spec({ share: part, lines: 40 }))
        expect(a.length + b.length).toBe(40)
        expect(Math.abs(a.length - 40 * part)).toBeLessThanOrEqual(0.5)
      }),
      { numRuns: 25 },
    )
  })

  it('keeps every line on its own side of the point between them', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.2, max: 0.8, noNaN: true }), (part) => {
        const { a, b, nullPoint: point } = battleField(spec({ share: part }, [5, 4, 3], [2, 1]))
        const onAxis = (lines: typeof a) =>
          lines.flatMap((line) => pointsOf(line).filter(([x, y]) => Math.abs(y - 260) < 20 && x > 360 && x < 1_080))
        expect(Math.max(...onAxis(a).map(([x]) => x))).toBeLessThan(point[0] + 10)
        expect(Math.min(...onAxis(b).map(([x]) => x))).toBeGreaterThan(point[0] - 10)
      }),
      { numRuns: 25 },
    )
  })

  it('lights the ten largest gifts of a side, weighted by the largest', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 25 }), (gifts) => {
        const bright = battleField(spec({ lines: 0 }, gifts)).a
        expect(bright).toHaveLength(Math.min(MAX_BRIGHT_LINES, gifts.length))
        expect(bright.every(({ kind }) => kind === 'bright')).toBe(true)
        const largest = [...gifts].sort((x, y) => y - x).slice(0, MAX_BRIGHT_LINES)
        expect(bright.map(({ weight }) => weight)).toEqual(largest.map((gift) => gift / (largest[0] ?? 1)))
      }),
      { numRuns: 25 },
    )
  })

  it('stays in finite bounds, even when one side has everything', () => {
    for (const part of [0, 0.02, 0.5, 0.98, 1]) {
      const { a, b } = battleField(spec({ share: part }, [1], [2]))
      for (const [x, y] of [...a, ...b].flatMap(pointsOf)) {
        expect(x > -80 && x < 1_520 && y > -80 && y < 680).toBe(true)
      }
    }
  })
})

describe('drawField', () => {
  it('draws the same picture for the same battle, bright lines thicker by amount', () => {
    const draw = () => {
      const { context, calls, numbers } = recorder()
      const battle = spec({}, [400, 100], [50])
      const style = { colorA: [255, 230, 60], colorB: [210, 110, 240], dark: true } as const
      drawField(context, battleField(battle), battle, style)
      return { calls, numbers }
    }
    const { calls, numbers } = draw()
    expect(calls).toEqual(draw().calls)
    expect(numbers.every(Number.isFinite)).toBe(true)
    expect(calls).toContain('lineWidth 2.7')
    expect(calls).toContain('lineWidth 1.5')
  })

  it('draws one side after the other as both at once', () => {
    const battle = spec({}, [400, 100], [50])
    const field = battleField(battle)
    const drawn = (...sides: (undefined | 'a' | 'b')[]) => {
      const { context, calls } = recorder()
      const style = { colorA: [255, 230, 60], colorB: [210, 110, 240], dark: true } as const
      for (const only of sides) drawField(context, field, battle, { ...style, only })
      return calls.filter((call) => !/^(?:save|restore|lineCap|lineJoin)/.test(call))
    }
    expect(drawn('a', 'b')).toEqual(drawn(undefined))
    expect(drawn('a').length).toBeLessThan(drawn(undefined).length)
  })
})

describe('the colours of two sides', () => {
  it('are their levels’, and the second has its own shade where they look alike', () => {
    expect(sideKeys('vader', 'attention')).toEqual(['vader', 'attention'])
    expect(sideKeys('clout', 'attention')).toEqual(['clout', 'attention-2'])
    expect(sideKeys('dedicated', 'dedicated')).toEqual(['dedicated', 'dedicated-2'])
  })

  it('are the winner’s own and none for the loser, wherever they stand', () => {
    expect(resultKeys('grinder', 'vader', 'a')).toEqual(['grinder', null])
    expect(resultKeys('grinder', 'vader', 'b')).toEqual([null, 'vader'])
    expect(resultKeys('grinder', 'grinder', null)).toEqual(['grinder', 'grinder-2'])
  })
})
