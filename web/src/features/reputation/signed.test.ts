import { expect, it } from 'vitest'
import { signedWhole } from './signed.ts'

it('an amount below zero has a minus sign', () => {
  expect([signedWhole(-1_250), signedWhole(0), signedWhole(1_250)]).toEqual(['−1,250', '0', '1,250'])
})
