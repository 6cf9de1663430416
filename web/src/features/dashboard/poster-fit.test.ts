import { describe, expect, it } from 'vitest'
import { posterFit, widthAt } from './poster-fit.ts'

describe('posterFit', () => {
  it('leaves small numbers alone', () => {
    expect(posterFit('0', 92)).toEqual({ stretch: 92, scale: 1 })
    expect(posterFit('4,860', 92)).toEqual({ stretch: 92, scale: 1 })
  })

  it('narrows first, then shrinks', () => {
    const five = posterFit('12,847', 92)
    expect(five.stretch).toBeLessThan(92)
    expect(five.scale).toBeGreaterThan(0.95)
    const nine = posterFit('128,847,000', 92)
    expect(nine.stretch).toBe(58)
    expect(nine.scale).toBeLessThan(0.72)
  })

  it('never grows a number past its room', () => {
    for (const text of ['9', '99,999', '999,999', '9,999,999', '999,999,999']) {
      const { stretch, scale } = posterFit(text, 106)
      const digits = text.replaceAll(',', '').length
      const width = (digits * 0.81 + (text.length - digits) * 0.35) * widthAt(stretch) * scale
      expect(width).toBeLessThanOrEqual(3.6 * widthAt(106))
    }
  })
})
