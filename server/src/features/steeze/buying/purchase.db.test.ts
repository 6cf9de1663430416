import { describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { buy, follow, withUsdc } from '../../../../../tests/server/chain/chain.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const test = openForEach(testApp)

describe('a purchase', () => {
  it('appears in the user’s transactions, newest first', async () => {
    const [ada, bo] = [await withUsdc(test), await withUsdc(test)]
    const first = buy(test, ada, 1)
    test.ctx.clock.advance({ minutes: 1 })
    const second = buy(test, ada, 2)
    await follow(test)
    const at = test.ctx.clock.now().toISOString()
    expect(await ada.call('GET /api/steeze/transactions')).toMatchObject([
      { type: 'purchase', amount: 20, usdcAmount: 2, transactionHash: second, status: 'completed', createdAt: at },
      { type: 'purchase', amount: 10, usdcAmount: 1, transactionHash: first, status: 'completed' },
    ])
    expect(await bo.call('GET /api/steeze/transactions')).toEqual([])
  })
})

describe('buying information', () => {
  it('lists rates, limits and the contract [steeze.purchase-rates]', async () => {
    expect(await (await newcomer(test)).call('GET /api/steeze/purchase')).toEqual({
      contractAddress: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
      usdcAddress: '0xaAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa',
      chainId: 31_337,
      steezePerUsdc: 10,
      stepUsdc: 0.1,
      usdcPerRedeemedSteeze: 0.07,
      redeemableUsdcPerDay: 1_000,
      confirmationSeconds: 0,
    })
  })

  it('includes a wallet’s USDC, in dollars', async () => {
    const ada = await withUsdc(test, 12.5)
    const { address } = ada.wallet
    expect(
      await ada.call('GET /api/wallet/usdc-balance/:walletAddress', { params: { walletAddress: address } }),
    ).toEqual({
      balance: 12.5,
    })
    const visitor = new Actor(test)
    expect(await visitor.call('GET /api/web3/balance/:address', { params: { address } })).toEqual({ balance: 12.5 })
    test.ctx.chain.isReachable = false
    expect(await visitor.send('GET', `/api/web3/balance/${address}`)).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
  })
})
