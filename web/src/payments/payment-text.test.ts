import { describe, expect, it } from 'vitest'
import { ApiError, OfflineError } from '#lib/api-error'
import { ChainFailure } from '#lib/chain/chain-failure'
import { moneyErrorText } from './payment-text.ts'

const base = { networkName: 'Base Mainnet' }
const failed = { title: 'Payment Failed', description: 'Failed to pay' }

describe('words for money that did not move', () => {
  it.each<[ConstructorParameters<typeof ChainFailure>[0], string, string]>([
    ['REJECTED', 'You declined in your wallet', 'No money moved.'],
    ['SWITCH_REJECTED', 'Network Switch Cancelled', 'Please switch to Base Mainnet to continue'],
    ['WRONG_NETWORK', 'Network Required', 'Please switch to Base Mainnet to continue'],
    ['WRONG_ACCOUNT', 'Payment Failed', 'Please connect the wallet associated with your account'],
    ['LOCKED', 'Payment Failed', 'Please connect your wallet first'],
    ['FAILED', 'Payment Failed', 'Failed to pay'],
    ['UNREACHABLE', 'Payment Failed', 'Base Mainnet isn’t responding. No money moved. Try again shortly.'],
  ])(
    '%s [frame.text-network-switch-cancelled] [frame.text-network-required] [frame.wallet-declined]',
    (reason, title, description) => {
      expect(moneyErrorText(new ChainFailure(reason), failed, base)).toEqual({ title, description })
    },
  )

  it('does not say that none moved where the wallet may have sent it [frame.unheard-payment]', () => {
    const unheard = new ChainFailure('UNHEARD', { message: 'Failed to fetch' })
    expect(moneyErrorText(unheard, failed, base)).toEqual({
      title: 'Check Your Wallet',
      description: 'Your wallet didn’t say whether it sent this. Look at its activity before you try again.',
    })
  })

  it('passes on what the wallet said of a failed switch [frame.text-network-switch-failed] [frame.text-network-add-failed]', () => {
    const switching = new ChainFailure('SWITCH_FAILED', { message: 'Internal error' })
    expect(moneyErrorText(switching, failed, base)).toEqual({
      title: 'Network Switch Failed',
      description: 'Internal error',
    })
    expect(moneyErrorText(new ChainFailure('ADD_FAILED'), failed, base).title).toBe('Network Add Failed')
  })

  it('prefers the contract’s reason, and keeps pages of data to itself', () => {
    const explained = new ChainFailure('REVERTED', { explanation: 'Buying and redeeming are paused right now.' })
    expect(moneyErrorText(explained, failed, base).description).toBe('Buying and redeeming are paused right now.')
    const switched = new ChainFailure('WRONG_ACCOUNT', { explanation: 'The wallet switched.' })
    expect(moneyErrorText(switched, failed, base).description).toBe('The wallet switched.')
    const data = new ChainFailure('FAILED', { message: 'x'.repeat(500) })
    expect(moneyErrorText(data, failed, base)).toEqual(failed)
  })

  it('says what the server said, or that it did not answer', () => {
    const refused = new ApiError(409, 'Conflict', '{"code":"TRANSACTION_FAILED","message":"It failed."}')
    expect(moneyErrorText(refused, failed, base)).toEqual({ ...failed, description: 'It failed.' })
    expect(moneyErrorText(new OfflineError(), failed, base).description).toMatch(/No connection/)
  })
})
