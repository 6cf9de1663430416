import { expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

it.each([
  ['x', undefined, null, false, '/'],
  ['x', '/streak?month=2#day', null, true, '/streak?month=2#day'],
  ['x', '/streak?month=2#day', 'linked', true, '/streak?month=2&x=linked#day'],
  ['x', '/streak?x=denied', 'linked', true, '/streak?x=linked'],
  ['x', null, 'taken', true, '/?x=taken'],
  ['kick', null, 'taken', true, '/?x=taken&from=kick'],
  ['x', null, 'denied', false, '/?join=1&x=denied'],
  ['x', '/streak?month=2', 'denied', false, '/?join=1&next=%2Fstreak%3Fmonth%3D2&x=denied'],
] as const)('%s: from %s with %s, signed in: %s, returns to %s', (from, next, outcome, isSignedIn, path) => {
  expect(returnPath(next, { from, outcome, isSignedIn })).toBe(path)
})
