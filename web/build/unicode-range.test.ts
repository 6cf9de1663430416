import { describe, expect, it } from 'vitest'
import { formatUnicodeRange, parseUnicodeRange } from './unicode-range.ts'

describe('unicode ranges', () => {
  it('are read and written', () => {
    expect([...parseUnicodeRange('U+0041-0043, u+20AC')]).toEqual([0x41, 0x42, 0x43, 0x20ac])
    expect(formatUnicodeRange([0x1f600, 0x42, 0x41, 0x43, 0x42])).toBe('U+0041-0043,U+1F600')
    expect(formatUnicodeRange([])).toBe('')
  })

  it('are refused where they are not understood', () => {
    expect(() => parseUnicodeRange('U+4??')).toThrow('no range')
  })
})
