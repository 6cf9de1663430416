import { describe, expect, it } from 'vitest'
import { scoreFit } from './score-fit.ts'

describe('scoreFit', () => {
  it('swells with the share', () => {
    const widths = [0, 0.25, 0.5, 0.75, 1].map((share) => scoreFit('42', share, 4.6).stretch)
    expect(widths).toEqual([50, 88, 125, 163, 200])
  })

  it('stays within its room: narrower first, then smaller', () => {
    expect(scoreFit('1,842', 1, 4.6)).toMatchObject({ scale: 1 })
    expect(scoreFit('1,842', 1, 4.6).stretch).toBeLessThan(200)
    expect(scoreFit('1,234,567', 1, 4.6)).toMatchObject({ stretch: 50 })
    expect(scoreFit('1,234,567', 1, 4.6).scale).toBeLessThan(1)
    expect(scoreFit('123,456,789', 0, 4.6).scale).toBeLessThan(scoreFit('1,234,567', 0, 4.6).scale)
  })
})
