import { describe, expect, it } from 'vitest'
import { auraShape } from './aura-shape.ts'
import { battleField, type Field, type FieldLine } from './battle-field.ts'
import { tweenField } from './tween-field.ts'

const fieldAt = (share: number, gifts: number[] = [30, 20]): Field =>
  battleField({
    width: 800,
    height: 400,
    a: { shape: auraShape('ada', 12, 4_000), at: [200, 200], radius: 60, gifts },
    b: { shape: auraShape('bo', 3, 900), at: [600, 200], radius: 60, gifts: [10] },
    share,
    lines: 60,
  })
const flat = (field: Field) => [...field.a, ...field.b].map(({ kind, weight, points }) => ({ kind, weight, points }))

const pointsOf = (line: FieldLine | undefined): [number, number][] =>
  Array.from({ length: (line?.points.length ?? 0) / 2 }, (_, i) => point(line, i))
const point = (line: FieldLine | undefined, i: number): [number, number] => [
  line?.points[2 * i] ?? Number.NaN,
  line?.points[2 * i + 1] ?? Number.NaN,
]

describe('a field tween', () => {
  it('ends exactly at its target, null point included', () => {
    const [from, to] = [fieldAt(0.4), fieldAt(0.7, [30, 20, 5])]
    const tween = tweenField(from, to)
    tween.moveTo(1)
    expect(tween.field.nullPoint).toEqual(to.nullPoint)
    for (const [i, line] of flat(tween.field).entries()) {
      const target = flat(to)[i]
      expect(line.kind).toBe(target?.kind)
      expect(line.points).toHaveLength(target?.points.length ?? Number.NaN)
      for (const [j, number] of line.points.entries()) expect(number).toBeCloseTo(target?.points[j] ?? Number.NaN, 4)
    }
  })

  it('interpolates the null point', () => {
    const [from, to] = [fieldAt(0.4), fieldAt(0.6)]
    const tween = tweenField(from, to)
    tween.moveTo(0.5)
    expect(tween.field.nullPoint[0]).toBeCloseTo((from.nullPoint[0] + to.nullPoint[0]) / 2, 6)
  })

  it('starts at the old lines, and grows new ones from the rim', () => {
    const [from, to] = [fieldAt(0.5), fieldAt(0.8)]
    const { field } = tweenField(from, to)
    expect(field.a.length).toBeGreaterThan(from.a.length)
    expect(point(field.a[3], 2)).toEqual(point(from.a[3], 2))
    const grown = field.a[40]
    expect(new Set(pointsOf(grown).map(String)).size).toBe(1)
    const bright = (lines: Field['a']) => lines.filter(({ kind }) => kind === 'bright')
    expect(point(bright(field.a)[0], 5)).toEqual(point(bright(from.a)[0], 5))
  })

  it('continues from an abandoned tween without a jump', () => {
    const first = tweenField(fieldAt(0.4), fieldAt(0.7))
    first.moveTo(0.3)
    const x = first.field.nullPoint[0]
    const second = tweenField(first.field, fieldAt(0.5))
    second.moveTo(0)
    expect(second.field.nullPoint[0]).toBe(x)
    first.moveTo(1)
    second.moveTo(0)
    expect(second.field.nullPoint[0]).toBe(x)
  })

  it('grows a line that gets longer from its tip', () => {
    const line = (...points: number[]): FieldLine => ({ kind: 'fine', points: new Float32Array(points), weight: 1 })
    const field = (...a: FieldLine[]): Field => ({ a, b: [], nullPoint: [0, 0] })
    const tween = tweenField(field(line(0, 0, 2, 2)), field(line(0, 0, 2, 2, 6, 6)))
    expect(pointsOf(tween.field.a[0])[2]).toEqual([2, 2])
    tween.moveTo(0.5)
    expect(pointsOf(tween.field.a[0])[2]).toEqual([4, 4])
  })
})
