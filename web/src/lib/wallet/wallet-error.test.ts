import { describe, expect, it } from 'vitest'
import { connectError, signError, WalletError } from './wallet-error.ts'
import { walletErrorText, walletHint } from './wallet-error-text.ts'

describe('walletErrorText', () => {
  it('has the product’s text for every wallet failure [frame.check-wallet-provider-mobile] [frame.text-connection-failed-mobile] [frame.text-metamask-required] [frame.text-authentication-failed-default]', () => {
    expect(walletErrorText(new WalletError('NOT_FOUND'))).toEqual({
      title: 'Wallet Not Found',
      description: 'Please install MetaMask or another Web3 wallet to continue.',
    })
    expect(walletErrorText(new WalletError('NOT_FOUND_FOR_FEATURE'))).toEqual({
      title: 'MetaMask Required',
      description: 'Please install MetaMask to use this feature',
    })
    expect(walletErrorText(new WalletError('NOT_FOUND_MOBILE'))).toEqual({
      title: 'Mobile Wallet Required',
      description: 'Please use a mobile wallet app or browser with wallet support.',
    })
    expect(walletErrorText(connectError({ code: 4900 }, false))).toEqual({
      title: 'Connection Failed',
      description: 'Failed to connect wallet. Please try again.',
    })
    expect(walletErrorText(connectError({ code: 1, message: 'No session' }, true)).description).toBe('No session')
    expect(walletErrorText(signError({ code: 4900 }))).toEqual({
      title: 'Authentication Failed',
      description: 'Failed to authenticate wallet. Please try again.',
    })
  })

  it('calls a refusal by the person no failure [frame.wallet-declined]', () => {
    const declined = { code: 4001, message: 'User rejected the request.' }
    for (const error of [connectError(declined, false), connectError(declined, true), signError(declined)]) {
      expect(walletErrorText(error).title).toBe('You declined in your wallet')
    }
  })

  it('has words where a phone’s wallet has none [frame.text-connection-error]', () => {
    for (const silent of [undefined, {}, { code: 4900 }, { message: '' }]) {
      expect(walletErrorText(connectError(silent, true))).toEqual({
        title: 'Connection Failed',
        description: 'Error connecting wallet',
      })
    }
    expect(walletErrorText(connectError('No session', true)).description).toBe('No session')
  })
})

describe('walletHint', () => {
  it('tells a request that is still open', () => {
    expect(walletHint(connectError({ code: 4001 }, false))).toBeNull()
    expect(walletHint(connectError({ code: -32002 }, false))).toContain('already')
    expect(walletHint(new Error('x'))).toBeNull()
  })
})
