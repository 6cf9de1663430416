import { describe, expect, it } from 'vitest'
import { countdown } from './countdown.ts'

describe('countdown', () => {
  it('counts whole seconds, up, and stops at zero', () => {
    expect(countdown(24 * 3_600_000)).toBe('24:00:00')
    expect(countdown(100 * 3_600_000)).toBe('100:00:00')
    expect(countdown(3_661_001)).toBe('01:01:02')
    expect(countdown(1)).toBe('00:00:01')
    expect(countdown(-5)).toBe('00:00:00')
  })
})
