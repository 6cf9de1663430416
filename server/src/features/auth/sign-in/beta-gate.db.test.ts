import { generatePrivateKey } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { Actor, signedUp } from '../../../../../tests/server/actors/actors.ts'
import { fundSteeze } from '../../../../../tests/server/actors/battles.ts'
import { viaX } from '../../../../../tests/server/actors/x-actor.ts'
import { follow, USDC, withUsdc } from '../../../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { testAppWithX } from '../../../../../tests/server/test-app-with-x.ts'
import { whitelistWallet } from '../../whitelist/index.ts'

describe('signing in to the closed beta', () => {
  const test = openForAll(() => testApp({ settings: { betaAccess: 'closed' } }))

  const state = () => databaseState(test.ctx.db, { except: ['auth_nonces'] })
  const signIn = async (actor: Actor) => actor.send('POST', '/api/auth/wallet', await actor.signedMessage())

  it('is refused for an unlisted wallet and creates nothing [access.check-beta-auth]', async () => {
    const before = await state()
    const ada = new Actor(test)
    const refused = await signIn(ada)
    expect(refused).toMatchObject(refusal(403, 'BETA_ACCESS_REQUIRED'))
    expect(refused.body.message).toBe(
      'This wallet address is not whitelisted for the closed beta. Check your access status or contact support.',
    )
    expect(ada.cookies.has('aura_session')).toBe(false)
    expect(await state()).toEqual(before)
  })

  it('is closed to a deactivated wallet, whose bonus is not lost', async () => {
    const key = generatePrivateKey()
    const { wallet } = new Actor(test, key)
    const setActive = (isActive: boolean) =>
      test.ctx.db.query('update whitelisted_wallets set is_active = $2 where wallet_address = $1', [
        wallet.address.toLowerCase(),
        isActive,
      ])
    await whitelistWallet(test.ctx, wallet.address)
    await setActive(false)
    expect(await signIn(new Actor(test, key))).toMatchObject(refusal(403, 'BETA_ACCESS_REQUIRED'))
    await setActive(true)
    expect(await signIn(new Actor(test, key))).toMatchObject({ status: 200, body: { bonusAwarded: true } })
  })

  it('checks the proof first: without one the whitelist reveals nothing', async () => {
    const [listed, unlisted] = [new Actor(test), new Actor(test)]
    await whitelistWallet(test.ctx, listed.wallet.address)
    for (const { wallet } of [listed, unlisted]) {
      const reply = await new Actor(test).send('POST', '/api/auth/wallet', { walletAddress: wallet.address })
      expect(reply).toMatchObject(refusal(401, 'SIGNATURE_REQUIRED'))
    }
  })
})

describe('the closed beta, for an account without a listed wallet', () => {
  const test = openForAll(testAppWithX)
  let ada: Actor
  let bo: Actor
  let cy: Actor
  beforeAll(async () => {
    test.x.person = { id: '1', username: 'ada_by_x', name: 'Ada' }
    ada = new Actor(test)
    await viaX(ada)
    bo = await withUsdc(test)
    cy = await signedUp(test)
    await whitelistWallet(test.ctx, cy.wallet.address)
    test.ctx.settings.betaAccess = 'closed'
    test.ctx.chain.mint(ada.wallet.address, 100 * USDC)
  })

  const refused = async (actor: Actor, path: string, body: object, expected: object) => {
    const before = await databaseState(test.ctx.db)
    expect(await actor.send('POST', path, body)).toMatchObject(expected)
    expect(await databaseState(test.ctx.db)).toEqual(before)
  }
  const CLOSED = refusal(403, 'BETA_ACCESS_REQUIRED')

  it('does not allow vouching, whoever pays [access.check-beta-vouch]', async () => {
    const { id } = await cy.me()
    for (const actor of [ada, bo]) {
      const transactionHash = test.ctx.chain.vouch(actor.wallet.address, cy.wallet.address, USDC)
      await refused(actor, '/api/vouch/create', { vouchedUserId: id, usdcAmount: 1, transactionHash }, CLOSED)
    }
    await follow(test)
    expect(await cy.me()).toMatchObject({ auraPoints: 100, totalVouchesReceived: 0 })
  })

  it('does not allow buying Steeze [access.check-beta-buy]', async () => {
    const { steezeBalance } = await ada.me()
    const bought = (actor: Actor) => ({ transactionHash: test.ctx.chain.buy(actor.wallet.address, USDC) })
    await refused(ada, '/api/steeze/confirm-purchase', bought(ada), refusal(403, 'TRANSACTION_OF_ANOTHER'))
    await refused(bo, '/api/steeze/confirm-purchase', bought(bo), CLOSED)
    await follow(test)
    expect((await ada.me()).steezeBalance).toBe(steezeBalance)
  })

  it('does not allow redeeming without a wallet [access.check-beta-redeem]', async () => {
    const { id } = await ada.me()
    await fundSteeze(test.ctx, id, { earned: 10 })
    await refused(ada, '/api/steeze/redeem', { amount: 10 }, refusal(409, 'WALLET_REQUIRED'))
    expect(await ada.call('GET /api/steeze/balance')).toMatchObject({ battleEarnedSteeze: 10 })
  })
})
