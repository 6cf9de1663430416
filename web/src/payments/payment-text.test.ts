import { describe, expect, it } from 'vitest'
import { ApiError, OfflineError } from '#lib/api-error'
import { ChainFailure } from '#lib/chain/chain-failure'
import { moneyErrorText } from './payment-text.ts'

const base = { networkName: 'Base Mainnet' }

describe('words for money that did not move', () => {
  it.each<[ConstructorParameters<typeof ChainFailure>[0], string, string]>([
    ['REJECTED', 'Purchase Failed', 'The request was declined in the wallet. No money moved.'],
    ['SWITCH_REJECTED', 'Network Switch Cancelled', 'Please switch to Base Mainnet to continue'],
    ['WRONG_NETWORK', 'Network Required', 'Please switch to Base Mainnet to continue'],
    ['WRONG_ACCOUNT', 'Purchase Failed', 'Please connect the wallet associated with your account'],
    ['LOCKED', 'Purchase Failed', 'Please connect your wallet first'],
    ['FAILED', 'Purchase Failed', 'Failed to purchase Steeze'],
  ])('%s [frame.text-network-switch-cancelled] [frame.text-network-required]', (reason, title, description) => {
    expect(moneyErrorText(new ChainFailure(reason), 'buy', base)).toEqual({ title, description })
  })

  it('passes on what the wallet said of a failed switch [frame.text-network-switch-failed] [frame.text-network-add-failed]', () => {
    const switching = new ChainFailure('SWITCH_FAILED', { message: 'Internal error' })
    expect(moneyErrorText(switching, 'buy', base)).toEqual({
      title: 'Network Switch Failed',
      description: 'Internal error',
    })
    expect(moneyErrorText(new ChainFailure('ADD_FAILED'), 'buy', base).title).toBe('Network Add Failed')
  })

  it('passes on that a wallet did not say what it sent, and what it said of a failure [steeze.text-hash-missing] [steeze.text-redeem-failed]', () => {
    const missing = new ChainFailure('FAILED', { message: 'Transaction hash is missing' })
    for (const [action, title] of [
      ['buy', 'Purchase Failed'],
      ['redeem', 'Redeem Failed'],
    ] as const) {
      expect(moneyErrorText(missing, action, base)).toEqual({ title, description: 'Transaction hash is missing' })
    }
    expect(moneyErrorText(new Error('no words'), 'redeem', base).description).toBe('Failed to redeem Steeze')
  })

  it('prefers the contract’s reason, and keeps pages of data to itself', () => {
    const explained = new ChainFailure('REVERTED', { explanation: 'Buying and redeeming are paused right now.' })
    expect(moneyErrorText(explained, 'buy', base).description).toBe('Buying and redeeming are paused right now.')
    const data = new ChainFailure('FAILED', { message: 'x'.repeat(500) })
    expect(moneyErrorText(data, 'redeem', base)).toEqual({
      title: 'Redeem Failed',
      description: 'Failed to redeem Steeze',
    })
  })

  it('says what the server said, or that it did not answer [steeze.text-confirmation-failed]', () => {
    const refused = new ApiError(409, 'Conflict', '{"code":"TRANSACTION_FAILED","message":"It failed."}')
    expect(moneyErrorText(refused, 'confirm-buy', base)).toEqual({
      title: 'Confirmation Failed',
      description: 'It failed.',
    })
    expect(moneyErrorText(new OfflineError(), 'confirm-buy', base).description).toMatch(/No connection/)
  })

  it('has words of its own for each kind of payment that was sent and not taken [steeze.text-redeem-confirm-failed] [vouching.text-failed]', () => {
    const nothing = new Error('no words')
    expect(moneyErrorText(nothing, 'confirm-redeem', base).description).toBe('Failed to confirm redeem')
    expect(moneyErrorText(nothing, 'confirm-vouch', base)).toEqual({
      title: 'Vouch Failed',
      description: 'Please try again',
    })
    expect(moneyErrorText(nothing, 'vouch', base)).toEqual({
      title: 'Transaction Failed',
      description: 'Failed to complete vouch transaction',
    })
    const refused = new ApiError(403, 'Forbidden', JSON.stringify({ code: 'X', message: 'You cannot vouch here.' }))
    expect(moneyErrorText(refused, 'confirm-vouch', base).description).toBe('You cannot vouch here.')
  })
})
