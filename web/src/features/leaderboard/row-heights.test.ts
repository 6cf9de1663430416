import { expect, it } from 'vitest'
import { rowAt, startOfRow } from './row-heights.ts'

const HEIGHTS = [140, 98, 67] as const

it('knows where each row begins, the higher ones of the first three included', () => {
  expect([0, 1, 2, 3, 4, 100_000].map((index) => startOfRow(index, HEIGHTS))).toEqual([
    0, 140, 238, 336, 403, 6_700_135,
  ])
})

it.each([0, 1, 2, 3, 4, 50, 99_999])('finds row %i by any of its pixels', (index) => {
  const start = startOfRow(index, HEIGHTS)
  const end = startOfRow(index + 1, HEIGHTS)
  expect([start, end - 0.5].map((px) => rowAt(px, HEIGHTS))).toEqual([index, index])
})
