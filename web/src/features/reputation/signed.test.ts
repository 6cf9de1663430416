import { expect, it } from 'vitest'
import { signedShort, signedWhole } from './signed.ts'

it('an amount below zero has a minus sign', () => {
  expect([signedWhole(-1_250), signedWhole(0), signedWhole(1_250)]).toEqual(['−1,250', '0', '1,250'])
  expect(signedShort(-1_250)).toBe(`−${signedShort(1_250)}`)
})
