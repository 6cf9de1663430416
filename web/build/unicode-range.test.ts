import { describe, expect, it } from 'vitest'
import { formatUnicodeRange, parseUnicodeRange } from './unicode-range.ts'

describe('unicode ranges', () => {
  it('are read and written', () => {
    expect([...parseUnicodeRange('U+0041-0043, u+20AC')]).toEqual([0x41, 0x42, 0x43, 0x20ac])
    expect(formatUnicodeRange([0x20ac, 0x42, 0x41, 0x43, 0x42])).toBe('U+0041-0043,U+20AC')
    expect(formatUnicodeRange([])).toBe('')
  })

  it('come back as they went', () => {
    const range = 'U+0000-00FF,U+0131,U+0152-0153,U+2000-206F,U+FEFF,U+1F600-1F64F'
    expect(formatUnicodeRange(parseUnicodeRange(range))).toBe(range)
  })

  it('are refused where they are not understood', () => {
    expect(() => parseUnicodeRange('U+4??')).toThrow('no range')
  })
})
