import { expect, it } from 'vitest'
import { auraShape } from './aura-shape.ts'
import { touchingRings } from './touching-rings.ts'

it('two rings touch in one point, whatever their days, and stay inside their picture [profile.friend-streak-shown]', () => {
  for (const size of [32, 40, 64, 96])
    for (const [one, other] of [
      [0, 0],
      [3, 12],
      [40, 1],
    ] as const) {
      const { width, height, rings, touch } = touchingRings(auraShape('ada', one, 0), auraShape('bo', other, 0), size)
      const [left, right] = rings
      const centre = size / 2
      expect(touch.x - (left.x + centre)).toBeCloseTo(left.ticks.radius)
      expect(right.x + centre - touch.x).toBeCloseTo(right.ticks.radius)
      expect([touch.y, height]).toEqual([centre, size])
      expect(right.x + size).toBeCloseTo(width)
    }
})
