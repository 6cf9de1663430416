import { describe, expect, it } from 'vitest'
import type { PayingWallet } from '#payments/use-paying-wallet.ts'
import { buyProblem, redeemProblem } from './checks.ts'

const network = { id: 8453, name: 'Base Mainnet' }
const networkName = (id: number) => (id === 1 ? 'Ethereum' : `Chain ${id}`)
const connected = (more: { chainId?: number | null; isOwn?: boolean } = {}) =>
  ({ state: 'connected', wallet: {}, address: '0x1', chainId: 8453, isOwn: true, ...more }) as unknown as PayingWallet
const none: PayingWallet = { state: 'disconnected', choices: [] }
const some = { state: 'disconnected', choices: [{}] } as unknown as PayingWallet

const buy = (more: Partial<Parameters<typeof buyProblem>[0]> = {}) =>
  buyProblem({
    enteredMicros: 1_000_000,
    paidMicros: 1_000_000,
    balanceMicros: 2_000_000,
    wallet: connected(),
    network,
    networkName,
    ...more,
  })

describe('buying is refused', () => {
  it('is nothing when all is well, or the balance is not known yet', () => {
    expect(buy()).toBeNull()
    expect(buy({ balanceMicros: null })).toBeNull()
  })

  it('is said in the order amount, balance, wallet, chain, bound wallet [steeze.check-buy-order] [steeze.check-buy-amount] [steeze.check-buy-balance-enough] [steeze.check-buy-wallet] [steeze.check-buy-chain] [steeze.check-buy-bound-wallet]', () => {
    const wrong = connected({ chainId: 1, isOwn: false })
    expect(buy({ enteredMicros: null, paidMicros: 9, balanceMicros: 1, wallet: some })).toEqual({
      title: 'Invalid Amount',
      description: 'Please enter a valid USDC amount',
    })
    expect(buy({ paidMicros: 12_500_000, balanceMicros: 2_400_000, wallet: some })).toEqual({
      title: 'Insufficient Balance',
      description: 'You need 12.5 USDC but only have 2.4 USDC in your wallet',
    })
    expect(buy({ wallet: some })?.description).toBe('Please connect your wallet first')
    expect(buy({ wallet: wrong })?.description).toBe('Please switch to Base Mainnet network. Current network: Ethereum')
    expect(buy({ wallet: connected({ isOwn: false }) })?.description).toBe(
      'Please connect the wallet associated with your account',
    )
  })

  it('names a missing wallet only where there is none [steeze.check-buy-no-provider]', () => {
    expect(buy({ wallet: none })?.description).toBe('MetaMask not detected. Please install MetaMask.')
  })

  it('is an amount too small for a single Steeze', () => {
    expect(buy({ enteredMicros: 50_000, paidMicros: 0 })?.title).toBe('Invalid Amount')
  })
})

describe('redeeming is refused', () => {
  const redeem = (more: Partial<Parameters<typeof redeemProblem>[0]> = {}) =>
    redeemProblem({ steeze: 10, earned: 10, wallet: connected(), network, ...more })

  it('is more than was earned, or nothing [steeze.check-redeem-amount]', () => {
    expect(redeem()).toBeNull()
    for (const steeze of [null, 11]) {
      expect(redeem({ steeze })).toEqual({
        title: 'Invalid Amount',
        description: 'Please enter a valid Steeze amount. Only earned Steeze can be redeemed.',
      })
    }
  })

  it('is Steeze that matures [steeze.redeem-maturing-shown]', () => {
    expect(redeem({ steeze: 6, maturing: 4 })).toBeNull()
    expect(redeem({ steeze: 7, maturing: 4 })).toEqual({
      title: 'Redeem Failed',
      description: 'You can redeem 6 Steeze now',
    })
    expect(redeem({ steeze: 11, maturing: 4 })?.title).toBe('Invalid Amount')
  })

  it('is a wallet that is missing, elsewhere or somebody else’s [steeze.check-redeem-chain]', () => {
    for (const wallet of [some, none, connected({ chainId: 1 }), connected({ chainId: null })]) {
      expect(redeem({ wallet })?.description).toBe('Please connect wallet and switch to Base Mainnet')
    }
    expect(redeem({ wallet: connected({ isOwn: false }) })?.description).toMatch(/associated with your account/)
  })
})
