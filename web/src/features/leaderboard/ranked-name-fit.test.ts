import { describe, expect, it } from 'vitest'
import { rankedNameFit } from './ranked-name-fit.ts'

const stretchOf = (rank: number, name: string) => rankedNameFit(rank, name).stretch

describe('rankedNameFit', () => {
  it('swells with rank', () => {
    expect([1, 2, 3, 4, 5].map((rank) => stretchOf(rank, 'adaezelive'))).toEqual([150, 115, 115, 80, 80])
  })

  it('narrows wide names, but never below what can be read', () => {
    expect(stretchOf(1, 'a'.repeat(14))).toBeLessThan(150)
    expect(stretchOf(1, 'w'.repeat(10))).toBeLessThan(stretchOf(1, 'i'.repeat(10)))
    expect(stretchOf(5, 'a'.repeat(40))).toBe(60)
  })
})
