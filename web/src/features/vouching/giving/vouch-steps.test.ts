import { expect, it } from 'vitest'
import { vouchSteps } from './vouch-steps.ts'

const states = (...args: Parameters<typeof vouchSteps>) => vouchSteps(...args).map(({ state }) => state)

it('goes from the wallet to the funds, and never claims more than is known [vouching.dialog-steps]', () => {
  expect(vouchSteps(null, null).map(({ name }) => name)).toEqual([
    'Open wallet',
    'Approve USDC spend',
    'Confirm vouch',
    'Contract distributes funds',
  ])
  expect(states(null, null)).toEqual(['idle', 'idle', 'idle', 'idle'])
  expect(states('opening', null)).toEqual(['current', 'idle', 'idle', 'idle'])
  expect(states('sign-permit', null)).toEqual(['done', 'current', 'idle', 'idle'])
  expect(states('confirm', null)).toEqual(['done', 'done', 'current', 'idle'])
  // After a batch the wallet has no further prompt.
  expect(states('taken', null)).toEqual(['done', 'done', 'done', 'current'])
  expect(vouchSteps('taken', null)[3]?.note).toBe('Confirming')
  expect(states(null, 'Confirming')).toEqual(['done', 'done', 'done', 'current'])
  expect(vouchSteps(null, 'Confirming')[3]?.note).toBe('Confirming')
})
