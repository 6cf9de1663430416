import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepInside, MAX_ZOOM, pushed, squareOf, WHOLE } from './crop.rules.ts'

describe('a crop', () => {
  it('begins as the largest square in the middle', () => {
    expect(squareOf(WHOLE, { width: 400, height: 300 })).toEqual({ left: 50, top: 0, side: 300 })
  })

  it('follows a push by as much as the square was moved', () => {
    const crop = pushed({ x: 0.5, y: 0.5, zoom: 2 }, { width: 400, height: 400 }, 0.25, -0.25)
    expect(squareOf(crop, { width: 400, height: 400 })).toEqual({ left: 50, top: 150, side: 200 })
  })

  it('never leaves the picture, however it is pushed and enlarged', () => {
    const number = fc.double({ min: -10, max: 10, noNaN: true })
    const size = fc.record({ width: fc.integer({ min: 1, max: 9_000 }), height: fc.integer({ min: 1, max: 9_000 }) })
    fc.assert(
      fc.property(number, number, number, size, number, number, (x, y, zoom, picture, dx, dy) => {
        const crop = pushed(keepInside({ x, y, zoom }, picture), picture, dx, dy)
        const { left, top, side } = squareOf(crop, picture)
        const slack = 1e-6
        expect(crop.zoom).toBeGreaterThanOrEqual(1)
        expect(crop.zoom).toBeLessThanOrEqual(MAX_ZOOM)
        expect(left).toBeGreaterThanOrEqual(-slack)
        expect(top).toBeGreaterThanOrEqual(-slack)
        expect(left + side).toBeLessThanOrEqual(picture.width + slack)
        expect(top + side).toBeLessThanOrEqual(picture.height + slack)
      }),
    )
  })
})
