import { describe, expect, it } from 'vitest'
import { nameFit } from './name-fit.ts'

const title = { weight: 850, full: 116, roomEm: 8.9 } as const

describe('nameFit', () => {
  it('leaves short names as wide as they should be', () => {
    expect(nameFit('adaezelive', title).stretch).toBe(116)
    expect(nameFit('', title)).toEqual({ stretch: 116, em: 0 })
  })

  it('narrows long names only as far as they need it', () => {
    const { stretch, em } = nameFit('adaeze_live_on', title)
    expect(stretch).toBeGreaterThan(50)
    expect(stretch).toBeLessThan(116)
    expect(em).toBeLessThanOrEqual(8.9)
  })

  it('stops at the narrowest letters and returns how wide they are', () => {
    const wide = nameFit('w'.repeat(20), title)
    expect(wide).toEqual({ stretch: 50, em: 18.2 })
    expect(nameFit('w'.repeat(20), { ...title, weight: 700 }).em).toBeLessThan(wide.em)
    expect(nameFit('i'.repeat(20), title).em).toBeLessThan(wide.em / 2)
  })

  it('counts letters of another font by their own width', () => {
    expect(nameFit('你好', title)).toEqual({ stretch: 116, em: 2.2 })
    expect(nameFit('😀'.repeat(20), title)).toEqual({ stretch: 50, em: 22 })
  })
})
