import { expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

it.each([
  [undefined, null, false, '/'],
  ['/streak?month=2#day', null, true, '/streak?month=2#day'],
  ['/streak?month=2#day', 'linked', true, '/streak?month=2&x=linked#day'],
  ['/streak?x=denied', 'linked', true, '/streak?x=linked'],
  [null, 'taken', true, '/?x=taken'],
  [null, 'denied', false, '/?join=1&x=denied'],
  ['/streak?month=2', 'denied', false, '/?join=1&next=%2Fstreak%3Fmonth%3D2&x=denied'],
] as const)('from %s with %s, signed in: %s, returns to %s', (next, outcome, isSignedIn, path) => {
  expect(returnPath(next, { outcome, isSignedIn })).toBe(path)
})
