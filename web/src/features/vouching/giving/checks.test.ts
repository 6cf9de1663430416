import { describe, expect, it } from 'vitest'
import { unavailability, vouchProblem } from './checks.ts'

const vouch = (more: Partial<Parameters<typeof vouchProblem>[0]> = {}) =>
  vouchProblem({
    hasWallet: true,
    ownAddress: '0x1',
    targetAddress: '0x2',
    usdc: 5,
    balanceMicros: 5_000_000,
    hasContract: true,
    ...more,
  })

describe('vouching is refused', () => {
  it('is nothing when all is well, or the balance is not known yet', () => {
    expect([vouch(), vouch({ balanceMicros: null })]).toEqual([null, null])
  })

  it('is said in the order wallet, both addresses, balance, contract [vouching.check-order] [vouching.check-wallet] [vouching.check-both-wallets] [vouching.check-balance] [vouching.check-contract]', () => {
    const all = { hasWallet: false, ownAddress: null, usdc: 6, balanceMicros: 2_400_000, hasContract: false }
    expect(vouch(all)).toEqual({
      title: 'Wallet Required',
      description: 'Please install MetaMask or another Web3 wallet',
    })
    expect(vouch({ ...all, hasWallet: true })).toEqual({
      title: 'Wallet Required',
      description: 'Both users must have connected wallets',
    })
    expect(vouch({ ...all, hasWallet: true, ownAddress: '0x1', targetAddress: null })?.title).toBe('Wallet Required')
    expect(vouch({ ...all, hasWallet: true, ownAddress: '0x1' })).toEqual({
      title: 'Insufficient Balance',
      description: 'You need 6 USDC but only have 2.4 USDC in your wallet',
    })
    expect(vouch({ hasContract: false })).toEqual({
      title: 'Contract Error',
      description: 'Vouching contract not available',
    })
  })
})

it('is not offered without a wallet on either side, nor at the cap [vouching.notice] [vouching.check-remaining]', () => {
  const pair = { ownAddress: '0x1', targetAddress: '0x2', targetName: 'bo', remaining: 100, auraLeftToday: 1 }
  expect(unavailability(pair)).toBeNull()
  expect(unavailability({ ...pair, ownAddress: null, targetAddress: null })).toMatch(/^Your account has no wallet/)
  expect(unavailability({ ...pair, targetAddress: null })).toMatch(/^bo hasn’t linked a wallet/)
  expect(unavailability({ ...pair, remaining: 0 })).toMatch(/100 USDC/)
  expect(unavailability({ ...pair, auraLeftToday: 0 })).toMatch(/^bo has reached today’s limit .* 2,000/)
})
