import { getAddress } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'
import { Actor, signedUp } from '../../../../../tests/server/actors/actors.ts'
import { fundSteeze } from '../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const test = openForAll(testApp)

const upperCase = (address: string) => `0x${address.slice(2).toUpperCase()}`

describe('requesting a message to sign', () => {
  it('returns a message for this wallet, valid for five minutes', async () => {
    const ada = new Actor(test)
    const { nonce, message, expiresAt } = await ada.call('GET /api/auth/nonce', {
      query: { walletAddress: ada.wallet.address.toLowerCase(), purpose: 'sign-in' },
    })
    expect(nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(message).toContain(`Nonce: ${nonce}\n`)
    expect(message).toContain(`\n${ada.wallet.address}\n`)
    expect(Date.parse(expiresAt) - test.ctx.clock.now().getTime()).toBe(5 * 60_000)
  })

  it('never repeats a nonce, nor makes a predictable one [access.nonce-random]', async () => {
    const ada = new Actor(test)
    const query = { walletAddress: ada.wallet.address }
    // The clock is frozen: anything derived from it or from Math.random would repeat.
    const drawn = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const answers = await Promise.all(Array.from({ length: 200 }, () => ada.call('GET /api/auth/nonce', { query })))
    drawn.mockRestore()
    const nonces = answers.map(({ nonce }) => nonce)
    expect(new Set(nonces).size).toBe(200)
    // A counter would leave most digits unchanged.
    for (let place = 0; place < 32; place++)
      expect(new Set(nonces.map((nonce) => nonce[place])).size).toBeGreaterThan(8)
  })
})

describe('signing in with a wallet', () => {
  it('creates an account for a new one, with 100 AP [access.auth-wallet-new-account] [access.signature-plain-account] [access.bonus-first-link]', async () => {
    const bystander = await signedUp(test)
    const before = await bystander.me()
    const ada = new Actor(test)
    expect(await ada.signIn('asia/tokyo')).toEqual({
      message: 'Successfully authenticated with your wallet. You earned 100 Aura Points.',
      bonusAwarded: true,
    })
    expect(await ada.me()).toMatchObject({
      walletAddress: ada.wallet.address,
      timeZone: 'Asia/Tokyo',
      auraPoints: 100,
      availableAuraPoints: 100,
      createdAt: test.ctx.clock.now().toISOString(),
      isAdmin: false,
      restriction: null,
    })
    expect(await bystander.me()).toEqual(before)
  })

  it('opens the same account again, whatever the case of the address, unchanged [access.auth-wallet-same-account] [access.address-case]', async () => {
    const key = generatePrivateKey()
    const ada = new Actor(test, key)
    await ada.signIn('Asia/Tokyo')
    const account = await ada.me()
    expect(account.walletAddress).toBe(getAddress(ada.wallet.address))
    const except = ['auth_nonces', 'sessions', 'account_traces', 'accounts_to_relate']
    const state = await databaseState(test.ctx.db, { except })
    for (const spelling of [ada.wallet.address, ada.wallet.address.toLowerCase(), upperCase(ada.wallet.address)]) {
      const elsewhere = new Actor(test, key)
      const { message } = await elsewhere.call('GET /api/auth/nonce', { query: { walletAddress: spelling } })
      const signature = await elsewhere.wallet.signMessage({ message })
      const body = { walletAddress: spelling, message, signature, timeZone: 'Europe/Berlin' }
      expect(await elsewhere.call('POST /api/auth/wallet', { body })).toEqual({
        message: 'Successfully authenticated with your wallet.',
        bonusAwarded: false,
      })
      expect(await elsewhere.me()).toEqual(account)
    }
    expect(await databaseState(test.ctx.db, { except })).toEqual(state)
  })
})

it('the wallet bonus stores the address as a keyed hash only', async () => {
  const ada = await signedUp(test)
  const rows = (await databaseState(test.ctx.db)).wallet_bonuses ?? []
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.join('\n').toLowerCase()).not.toContain(ada.wallet.address.slice(2).toLowerCase())
})

describe('the signed-in user', () => {
  it('has purchased and earned Steeze as one sum, and the earned part [access.user-steeze-balance]', async () => {
    const ada = await signedUp(test)
    await fundSteeze(test.ctx, (await ada.me()).id, { purchased: 5, earned: 7 })
    expect(await ada.call('GET /api/steeze/balance')).toEqual({ purchasedSteeze: 5, battleEarnedSteeze: 7 })
    expect(await ada.me()).toMatchObject({ steezeBalance: 12, battleEarnedSteeze: 7 })
  })

  it('is an admin for as long as ADMIN_WALLETS lists their wallet [access.admin-by-env]', async () => {
    const [ada, bo] = [await signedUp(test), await signedUp(test)]
    const areAdmins = async () => [(await ada.me()).isAdmin, (await bo.me()).isAdmin]
    test.ctx.settings.adminWallets = [ada.wallet.address.toLowerCase()]
    expect(await areAdmins()).toEqual([true, false])
    test.ctx.settings.adminWallets = []
    expect(await areAdmins()).toEqual([false, false])
  })
})

const AT_ONCE = 6

describe('simultaneous sign-ins', () => {
  const countUsers = async () => (await test.ctx.db.query('select id from users')).length
  const post = (actor: Actor, body: object) =>
    actor.send<{ bonusAwarded?: boolean; code?: string }>('POST', '/api/auth/wallet', body)

  it('create one account for a new wallet, with one bonus', async () => {
    const bystander = await signedUp(test)
    const before = { count: await countUsers(), bystander: await bystander.me() }
    const key = generatePrivateKey()
    const browsers = Array.from({ length: AT_ONCE }, () => new Actor(test, key))
    const proofs = await Promise.all(browsers.map((browser) => browser.signedMessage()))
    const replies = await Promise.all(browsers.map((browser, index) => post(browser, proofs[index] ?? {})))
    expect(replies.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200))
    expect(replies.filter(({ body }) => body.bonusAwarded)).toHaveLength(1)
    const people = await Promise.all(browsers.map((browser) => browser.me()))
    expect(new Set(people.map(({ id }) => id)).size).toBe(1)
    expect(people[0]?.auraPoints).toBe(100)
    expect(await countUsers()).toBe(before.count + 1)
    expect(await bystander.me()).toEqual(before.bystander)
  })

  it('use a nonce once [access.nonce-single-use]', async () => {
    const before = await countUsers()
    const ada = new Actor(test)
    const proof = await ada.signedMessage()
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => post(ada, proof)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      Array(AT_ONCE - 1).fill('401 NONCE_INVALID'),
    )
    expect(await countUsers()).toBe(before + 1)
  })
})
