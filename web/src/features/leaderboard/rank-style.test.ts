import { describe, expect, it } from 'vitest'
import { nameStretch } from './rank-style.ts'

describe('nameStretch', () => {
  it('swells with rank', () => {
    expect([1, 2, 3, 4, 5].map((rank) => nameStretch(rank, 'adaezelive'))).toEqual([150, 115, 115, 80, 80])
  })

  it('narrows long names, but never below what can be read', () => {
    expect(nameStretch(1, 'a'.repeat(20))).toBeLessThan(110)
    expect(nameStretch(5, 'a'.repeat(40))).toBe(60)
  })
})
