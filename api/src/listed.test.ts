import { expect, it } from 'vitest'
import { listed } from './listed.ts'

it('alternatives are joined as in a sentence', () => {
  expect([[3, 4, 5], [1, 2], [7], []].map((values) => listed(values))).toEqual(['3, 4 or 5', '1 or 2', '7', ''])
})
