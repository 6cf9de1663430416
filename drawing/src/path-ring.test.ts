import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pathRing } from './path-ring.ts'

const units = fc.array(
  fc.record({ heights: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 9 }) }),
  { minLength: 1, maxLength: 12 },
)

it('a ring has a piece for each unit and a bundle for each lesson, all inside its square', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 120, max: 500 }), (its, size) => {
      const { arcs, rays } = pathRing(its, size)
      expect(arcs).toHaveLength(its.length)
      expect(rays).toHaveLength(its.flatMap(({ heights }) => heights).length)
      const numbers = [...arcs.map((arc) => arc.replace(/A.* 1 /, 'L')), ...rays.map(({ path }) => path)].flatMap(
        (path) => path.match(/-?[\d.]+/g)?.map(Number) ?? [],
      )
      for (const number of numbers) {
        expect(number).toBeGreaterThanOrEqual(0)
        expect(number).toBeLessThanOrEqual(size)
      }
    }),
  )
})

it('units stand clockwise from the top and do not touch', () => {
  const { rays, centre } = pathRing([{ heights: [1] }, { heights: [1] }, { heights: [1] }], 300)
  const angles = rays.map(({ mark: { x, y } }) => (Math.atan2(x - centre, centre - y) + 2 * Math.PI) % (2 * Math.PI))
  expect(angles).toEqual(angles.toSorted((a, b) => a - b))
  expect(angles[0]).toBeCloseTo(Math.PI / 3)
})
