import { expect, it } from 'vitest'
import { isActive } from './navigation.ts'

it('marks home on an exact match only, others by prefix', () => {
  expect(isActive('/', '/')).toBe(true)
  expect(isActive('/', '/battles')).toBe(false)
  expect(isActive('/battles', '/battles/7')).toBe(true)
  expect(isActive('/battles', '/battlesque')).toBe(false)
})
