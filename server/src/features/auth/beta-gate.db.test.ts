import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Actor } from '../../../test/actors.ts'
import { databaseState } from '../../../test/database-state.ts'
import { refusal } from '../../../test/refusal.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { whitelistWallet } from '../whitelist/public.ts'

describe('signing in to the closed beta', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await testApp({ settings: { betaAccess: 'closed' } })
  })
  afterAll(() => test.close())

  const state = () => databaseState(test.ctx.db, { except: ['auth_nonces'] })
  const signIn = async (actor: Actor) => actor.send('POST', '/api/auth/wallet', await actor.signedMessage())

  it('is refused off the whitelist, and makes nothing [access.check-beta-auth]', async () => {
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

  it.each([
    ['in lower case', (address: string) => address.toLowerCase()],
    ['in upper case', (address: string) => `0x${address.slice(2).toUpperCase()}`],
    ['checksummed', (address: string) => address],
  ])('is open to a wallet that was entered %s', async (_, spelling) => {
    const [ada, other] = [new Actor(test), new Actor(test)]
    await whitelistWallet(test.ctx, spelling(ada.wallet.address))
    expect(await signIn(ada)).toMatchObject({ status: 200, body: { bonusAwarded: true } })
    expect(await signIn(other)).toMatchObject({ status: 403 })
  })

  it('is closed again to a wallet that was made inactive, and its bonus is not lost', async () => {
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

  it('asks for the proof first: who has none learns nothing of the whitelist', async () => {
    const [listed, unlisted] = [new Actor(test), new Actor(test)]
    await whitelistWallet(test.ctx, listed.wallet.address)
    for (const { wallet } of [listed, unlisted]) {
      const reply = await new Actor(test).send('POST', '/api/auth/wallet', { walletAddress: wallet.address })
      expect(reply).toMatchObject(refusal(401, 'SIGNATURE_REQUIRED'))
    }
  })
})
