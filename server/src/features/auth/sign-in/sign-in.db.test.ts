import { randomUUID } from 'node:crypto'
import { getAddress } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { fundSteeze } from '../../../../../tests/server/actors/battles.ts'
import { hold, post } from '../../../../../tests/server/actors/ledger.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
afterAll(() => test.close())

const upperCase = (address: string) => `0x${address.slice(2).toUpperCase()}`

describe('requesting a message to sign', () => {
  const ask = (actor: Actor, query: string) => actor.send('GET', `/api/auth/nonce?${query}`)

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

  it.each(['', 'walletAddress=', 'walletAddress=0x12', `walletAddress=0x${'g'.repeat(40)}`])(
    'refuses ?%s, which is not a wallet',
    async (query) => {
      const before = await databaseState(test.ctx.db)
      expect(await ask(new Actor(test), query)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
      expect(await databaseState(test.ctx.db)).toEqual(before)
    },
  )

  it('refuses an unknown purpose', async () => {
    const ada = new Actor(test)
    const query = `walletAddress=${ada.wallet.address}&purpose=drain`
    expect(await ask(ada, query)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
  })
})

describe('signing in with a wallet', () => {
  it('creates an account for a new one [access.auth-wallet-new-account] [access.signature-plain-account]', async () => {
    const bystander = await newcomer(test)
    const before = await bystander.me()
    const ada = new Actor(test)
    expect(await ada.signIn('Asia/Tokyo')).toEqual({
      message: 'Successfully authenticated with your wallet. You earned 100 Aura Points.',
      bonusAwarded: true,
    })
    expect(await ada.me()).toMatchObject({
      walletAddress: ada.wallet.address,
      timeZone: 'Asia/Tokyo',
      createdAt: test.ctx.clock.now().toISOString(),
      isAdmin: false,
      restriction: null,
    })
    expect(await bystander.me()).toEqual(before)
  })

  it('pays the first wallet of an account 100 AP [access.bonus-first-link]', async () => {
    const ada = new Actor(test)
    expect((await ada.signIn()).bonusAwarded).toBe(true)
    expect(await ada.me()).toMatchObject({ auraPoints: 100, availableAuraPoints: 100 })
  })

  it('gives a new account a readable generated name [access.username-generated]', async () => {
    const people = [await newcomer(test), await newcomer(test), await newcomer(test)]
    const names = await Promise.all(people.map(async (person) => (await person.me()).username))
    for (const name of names) expect(name).toMatch(/^(?=.{3,20}$)[a-z]+_[a-z]+_\d{3}$/)
    expect(new Set(names).size).toBe(3)
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

  it('accepts an unknown time zone and uses UTC', async () => {
    for (const timeZone of ['Etc/Unknown', 'Mars/Olympus', '+02:00', 'undefined', '', undefined]) {
      const ada = new Actor(test)
      const body = { ...(await ada.signedMessage()), timeZone }
      expect(await ada.send('POST', '/api/auth/wallet', body)).toMatchObject({ status: 200 })
      expect((await ada.me()).timeZone, timeZone).toBe('UTC')
    }
  })

  it('stores a time zone under its canonical name', async () => {
    for (const [named, stored] of [
      ['asia/calcutta', 'Asia/Calcutta'],
      ['Asia/Kolkata', 'Asia/Calcutta'],
      ['Europe/Kyiv', 'Europe/Kiev'],
      ['Etc/UTC', 'UTC'],
    ] as const) {
      const ada = new Actor(test)
      await ada.signIn(named)
      expect((await ada.me()).timeZone).toBe(stored)
    }
  })

  it('refuses an invalid time zone name and creates nothing', async () => {
    const before = await databaseState(test.ctx.db, { except: ['auth_nonces'] })
    for (const timeZone of [7, null, 'x'.repeat(65)]) {
      const ada = new Actor(test)
      const body = { ...(await ada.signedMessage()), timeZone }
      expect(await ada.send('POST', '/api/auth/wallet', body)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
      expect(await ada.send('GET', '/api/auth/user')).toMatchObject({ status: 401 })
    }
    expect(await databaseState(test.ctx.db, { except: ['auth_nonces'] })).toEqual(before)
  })
})

describe('the wallet bonus', () => {
  async function forget(address: string) {
    for (const table of ['wallets', 'wallet_bindings']) {
      await test.ctx.db.query(`delete from ${table} where address = $1`, [address.toLowerCase()])
    }
  }

  it('is paid once per address, also on another account [access.bonus-once-per-address]', async () => {
    const key = generatePrivateKey()
    const ada = new Actor(test, key)
    await ada.signIn()
    const firstId = (await ada.me()).id
    await forget(ada.wallet.address)
    const again = new Actor(test, key)
    expect(await again.signIn()).toEqual({
      message: 'Successfully authenticated with your wallet.',
      bonusAwarded: false,
    })
    const second = await again.me()
    expect(second.id).not.toBe(firstId)
    expect(second.auraPoints).toBe(0)
    expect((await ada.me()).auraPoints).toBe(100)
  })

  it('is paid once per account, also for another address [access.bonus-once-per-account]', async () => {
    const ada = await newcomer(test)
    const { id } = await ada.me()
    const replacement = new Actor(test)
    await test.ctx.db.query('update wallets set address = $2 where user_id = $1', [
      id,
      replacement.wallet.address.toLowerCase(),
    ])
    expect((await replacement.signIn()).bonusAwarded).toBe(false)
    expect(await replacement.me()).toMatchObject({ id, auraPoints: 100 })
  })

  it('stores the address as a keyed hash only', async () => {
    const ada = await newcomer(test)
    const rows = (await databaseState(test.ctx.db)).wallet_bonuses ?? []
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.join('\n').toLowerCase()).not.toContain(ada.wallet.address.slice(2).toLowerCase())
  })
})

describe('the signed-in user', () => {
  it('is returned in full, and nothing else', async () => {
    const ada = await newcomer(test, 'Europe/Berlin')
    const { id, username, ...rest } = await ada.me()
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(username).not.toBe('')
    expect(rest).toEqual({
      firstName: null,
      email: null,
      profileImageUrl: null,
      walletAddress: ada.wallet.address,
      twitterUsername: null,
      auraPoints: 100,
      availableAuraPoints: 100,
      currentStreak: 0,
      steezeBalance: 0,
      totalUsdtEarned: 0,
      totalVouchesReceived: 0,
      isAdmin: false,
      restriction: null,
      timeZone: 'Europe/Berlin',
      walletBonusAp: 100,
      seenFirsts: [],
      createdAt: test.ctx.clock.now().toISOString(),
    })
  })

  it('has purchased and earned Steeze as one sum [access.user-steeze-balance]', async () => {
    const ada = await newcomer(test)
    await fundSteeze(test.ctx, (await ada.me()).id, { purchased: 5, earned: 7 })
    expect(await ada.call('GET /api/steeze/balance')).toEqual({ purchasedSteeze: 5, battleEarnedSteeze: 7 })
    expect((await ada.me()).steezeBalance).toBe(12)
  })

  it('keeps staked points, which cannot be staked again', async () => {
    const ada = await newcomer(test)
    await post(test.ctx.db, hold((await ada.me()).id, 30, randomUUID()))
    expect(await ada.me()).toMatchObject({ auraPoints: 100, availableAuraPoints: 70 })
  })

  it('is refused without a session', async () => {
    const refused = await new Actor(test).send('GET', '/api/auth/user')
    expect(refused).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect(refused.body.message).toContain('Unauthorized')
  })
})
