import { encodeErrorResult } from 'viem/utils'
import { expect, it } from 'vitest'
import { ApiError } from '#lib/api-error'
import { chainFailure } from '#lib/chain/wallet-rpc'
import { moneyErrorText } from '#payments/payment-text.ts'
import { vouchTracker } from './vouch-tracker.ts'

const base = { networkName: 'Base Mainnet' }
const silent = new Error('no words')

it('has texts of its own for a vouch that was not sent, and for one that was refused [vouching.text-failed]', () => {
  expect(moneyErrorText(silent, vouchTracker.sendFailed, base)).toEqual({
    title: 'Transaction Failed',
    description: 'Failed to complete vouch transaction',
  })
  expect(moneyErrorText(silent, vouchTracker.confirmFailed, base)).toEqual({
    title: 'Vouch Failed',
    description: 'Please try again',
  })
  const refused = new ApiError(403, 'Forbidden', JSON.stringify({ code: 'X', message: 'You cannot vouch here.' }))
  expect(moneyErrorText(refused, vouchTracker.confirmFailed, base).description).toBe('You cannot vouch here.')
})

it('says what was awarded, with a comma between its thousands [frame.grouped-thousands]', () => {
  const counted = { auraCapped: 0, withoutAp: null, multiplier: '1.0' } as const
  const progress = { status: 'completed', confirmedSeconds: 24, confirmationSeconds: 24, ...counted } as const
  expect(vouchTracker.credited({ ...progress, auraAwarded: 1_000 }).description).toBe(
    'Awarded 1,000 aura points with 1.0x multiplier',
  )
  const related = { ...progress, auraAwarded: 0, withoutAp: 'related' } as const
  expect(vouchTracker.credited(related).description).toMatch(/related accounts bring no aura points/)
})

it('explains what the contract refuses', () => {
  const { contract, sendFailed } = vouchTracker
  const data = encodeErrorResult({ abi: contract.abi, errorName: 'AbovePairCap', args: [7_000_000n] })
  const failure = chainFailure({ code: -32603, message: 'Internal error', data: { originalError: { data } } })
  expect(moneyErrorText(failure, sendFailed, { ...base, contract }).description).toBe(
    'You can vouch 7.00 USDC more for this person.',
  )
  const declined = chainFailure({ code: 4001, message: 'User rejected', data })
  expect(moneyErrorText(declined, sendFailed, { ...base, contract }).title).toBe('You declined in your wallet')
})
