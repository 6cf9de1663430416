import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { readKey } from '#lib/query-client'
import { markupOf } from '../../../dev/markup.tsx'
import { pageForEach } from '../../../dev/render-hook.ts'

const NETWORK = { id: 8_453, name: 'Base Mainnet', rpcUrls: [], explorerUrl: null }
const SHOP = {
  contractAddress: '0xc0ffee',
  chainId: 8_453,
  token: { chainId: 8_453, address: '0x2', name: 'USD Coin', version: '2' } as const,
}
const WALLET = { state: 'connected', wallet: {}, address: '0x3', chainId: 8_453, isOwn: true }
const RATES = { steezePerUsdc: 5, usdcPerRedeemedSteeze: 0.1, redeemableUsdcPerDay: 700 }

pageForEach()

async function card() {
  const { BuyCard } = await import('./buy-card.tsx')
  const client = new QueryClient()
  client.setQueryData(readKey('GET /api/steeze/purchase'), RATES)
  for (const walletAddress of ['0x3', '0x4']) {
    client.setQueryData(readKey('GET /api/wallet/usdc-balance/:walletAddress', { walletAddress }), { balance: 77 })
  }
  return ({ usdc = '', own = '0x3' as string | null, wallet = WALLET } = {}) => {
    const of = { user: { id: 'ada', walletAddress: own } as never, wallet: wallet as never }
    const buyCard = <BuyCard {...of} network={NETWORK} shop={SHOP} usdc={usdc} onBought={() => {}} />
    return markupOf(buyCard, { client }).replace(/<[^>]*aria-busy="true"[^>]*>/, 'busy ')
  }
}

it('a card that opens while a purchase of its amount confirms offers only another amount', async () => {
  const { sentPayments } = await import('#payments/sent.ts')
  const shown = await card()
  const isBusy = (usdc: string) => shown({ usdc }).includes('busy ')
  expect(isBusy('3')).toBe(false)
  const sending = {
    kind: 'buy',
    chainId: 8_453,
    userId: 'ada',
    usdcMicros: 3_000_000,
    steeze: 30,
    sentAtMs: Date.now(),
  }
  sentPayments.add({ ...sending, hash: '0xa' })
  expect(isBusy('3')).toBe(true)
  expect(shown({ usdc: '3' })).toContain('Processing')
  expect(isBusy('4')).toBe(false)
  sentPayments.remove('0xa')
  expect(isBusy('3')).toBe(false)
})

it('says what it costs, what becomes of it, and which contract the wallet is asked for [steeze.money-before]', async () => {
  const shown = await card()
  const text = shown({ usdc: '2' })
  for (const part of ['2.00 USDC', '50% less', 'can’t be returned', '700 USDC a day', 'SteezeStack', '0xc0ffee']) {
    expect(text).toContain(part)
  }
  expect(shown()).toContain('5 Steeze cost')
})

it('shows nothing of a wallet that isn’t the account’s [steeze.buy-without-wallet]', async () => {
  const shown = await card()
  const foreign = { ...WALLET, address: '0x4', isOwn: false }
  expect(shown()).toContain('77.00 USDC')
  const other = shown({ wallet: foreign })
  expect(other).toContain('Another account')
  expect(other).not.toContain('77.00')
  const none = shown({ own: null, wallet: foreign })
  expect(none).toContain('Connect Wallet')
  for (const part of ['77.00', 'Another account', 'Use Max']) expect(none).not.toContain(part)
})
