import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { REFUSED } from '../../../../../tests/server/actors/authenticator.ts'
import { giveInvites, makeInvite } from '../../../../../tests/server/actors/inviting.ts'
import { PasskeyActor } from '../../../../../tests/server/actors/passkey-actor.ts'
import { follow, purchasedOf, USDC } from '../../../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { accountAddress } from '../../passkeys/index.ts'
import { whitelistWallet } from '../../whitelist/index.ts'

const accountFactory = `0x${'fa'.repeat(20)}`
const KEYLESS = ['passkey_challenges']

/** The account contract of the device's newest passkey, in lower case. */
const walletOf = ({ device }: PasskeyActor) =>
  accountAddress(accountFactory, device.keys.at(-1)?.point ?? Buffer.alloc(64))

describe('joining with a passkey', () => {
  const test = openForAll(() => testApp({ settings: { accountFactory } }))
  const state = () => databaseState(test.ctx.db, { except: KEYLESS })
  const send = (who: PasskeyActor, body: object) => who.send('POST', '/api/auth/passkey/join', body)
  /** Registers a key, also one whose private part the device hasn't. */
  const register = async (who: PasskeyActor, key: { id: string; point: Buffer }) => {
    const { challenge } = await who.call('GET /api/auth/passkey/creation', { query: { purpose: 'join' } })
    return send(who, { passkey: who.device.attest({ ...key, rpId: 'aura.test' }, challenge) })
  }
  let ada: PasskeyActor
  beforeEach(() => {
    ada = new PasskeyActor(test)
  })

  it('opens an account whose wallet is the passkey’s account contract [access.passkey-join] [access.passkey-wallet]', async () => {
    expect(await ada.join({ timeZone: 'Asia/Tokyo' })).toEqual({
      message: 'Successfully signed in with your passkey. You earned 100 Aura Points.',
      bonusAwarded: true,
    })
    const me = await ada.me()
    expect(me.walletAddress?.toLowerCase()).toBe(walletOf(ada))
    expect(me.passkeyWallet).toMatchObject({ walletAddress: me.walletAddress, status: 'bound' })
    expect(me).toMatchObject({ auraPoints: 100, restriction: null, timeZone: 'Asia/Tokyo' })
    const { passkeys, wallet } = await ada.call('GET /api/passkeys')
    const key = `${wallet?.accountKey}`
    expect(key).toMatch(/^0x[0-9a-f]{168}$/)
    expect(wallet).toMatchObject({
      walletAddress: me.walletAddress,
      keys: [{ key, credentialId: ada.device.keys[0]?.id }],
    })
    expect(passkeys).toMatchObject([{ isWallet: true, isBackedUp: true, lastUsedAt: null }])
  })

  it('names the account for the device as it will be called', async () => {
    const options = await ada.call('GET /api/auth/passkey/creation', { query: { purpose: 'join' } })
    await ada.call('POST /api/auth/passkey/join', { body: { passkey: ada.device.create(options) } })
    expect(options.user.name).toBe((await ada.me()).username)
    expect(options).toMatchObject({
      rp: { name: 'Aura', id: 'aura.test' },
      pubKeyCredParams: [{ alg: -7 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  it.each([...REFUSED, ['of another algorithm', 'PASSKEY_INVALID', { alg: -8 }] as const])(
    'refuses one %s, and creates nothing [access.passkey-refused]',
    async (_, code, oddity) => {
      const before = await state()
      expect(await send(ada, await ada.newPasskey('join', oddity))).toMatchObject(refusal(401, code))
      expect(ada.cookies.has('aura_session')).toBe(false)
      expect(await state()).toEqual(before)
    },
  )

  it.each([
    // {fmt: "packed", attStmt: {x5c: []}} and {fmt: "apple", attStmt: {}}
    ['of its maker', '63666d74667061636b65646761747453746d74a16378356380'],
    ['of another form', '63666d74656170706c656761747453746d74a0'],
  ])('refuses one with a certificate %s, without looking at it [access.passkey-refused]', async (_, head) => {
    const body = await ada.newPasskey('join', { attestation: Buffer.from(head, 'hex') })
    expect(await send(ada, body)).toMatchObject({
      status: 401,
      body: { code: 'PASSKEY_INVALID', data: { reason: 'a certificate came along' } },
    })
  })

  it('refuses a point that isn’t on the curve [access.passkey-refused]', async () => {
    const reply = await register(ada, { id: 'AAAA', point: Buffer.alloc(64, 1) })
    expect(reply).toMatchObject(refusal(401, 'PASSKEY_INVALID'))
  })

  it('leaves nothing behind when it isn’t finished, and can be tried again [access.passkey-interrupted]', async () => {
    const before = await state()
    // The passkey was made, but its response never arrived.
    await ada.newPasskey()
    expect(await state()).toEqual(before)
    const lost = await ada.signed()
    expect(await ada.send('POST', '/api/auth/passkey/sign-in', lost)).toMatchObject(refusal(401, 'PASSKEY_UNKNOWN'))
    await ada.join()
    // The response arrived, but its answer didn't: the passkey signs in.
    ada.cookies.clear()
    const { id } = await ada.signInByPasskey().then(ada.me)
    expect((await test.ctx.db.query('select 1 from passkeys where user_id = $1', [id])).length).toBe(1)
  })

  it('opens one account when two tabs send the same passkey', async () => {
    const body = await ada.newPasskey()
    const statuses = (await Promise.all([send(ada, body), send(ada, body)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401])
  })

  it('refuses a registered id and a registered key [access.passkey-taken]', async () => {
    await ada.join()
    const [known] = ada.device.keys
    const thief = new PasskeyActor(test)
    const { point } = thief.device.newKey('aura.test')
    const before = await state()
    expect(await register(thief, { id: known?.id ?? '', point })).toMatchObject(refusal(409, 'PASSKEY_TAKEN'))
    const again = await register(thief, { id: 'AAAA', point: known?.point ?? point })
    expect(again).toMatchObject(refusal(409, 'PASSKEY_TAKEN'))
    expect(await state()).toEqual(before)
  })

  it('doesn’t give a deleted account’s wallet to somebody who knows its key [access.passkey-taken]', async () => {
    await ada.join()
    const body = { confirmation: (await ada.me()).username, proof: await ada.signed('delete-account') }
    await ada.call('POST /api/user/delete', { body })
    const [{ point = Buffer.alloc(0) } = {}] = ada.device.keys
    const again = await register(new PasskeyActor(test), { id: 'BBBB', point })
    expect(again).toMatchObject(refusal(409, 'PASSKEY_TAKEN'))
  })

  it('leaves Steeze that a contract bought before to whoever signs with its passkey', async () => {
    const options = await ada.call('GET /api/auth/passkey/creation', { query: { purpose: 'join' } })
    const passkey = ada.device.create(options)
    const wallet = walletOf(ada)
    test.ctx.chain.mint(wallet, USDC)
    test.ctx.chain.buy(wallet, USDC)
    await follow(test)
    await ada.call('POST /api/auth/passkey/join', { body: { passkey } })
    expect(await ada.me()).toMatchObject({ walletAddress: null, passkeyWallet: { status: 'ready' } })
    await ada.signInByPasskey()
    expect((await ada.me()).walletAddress?.toLowerCase()).toBe(wallet)
    expect(await purchasedOf(ada)).toBe(10)
  })
})

describe('joining the closed beta with a passkey', () => {
  const test = openForAll(() => testApp({ settings: { accountFactory, betaAccess: 'closed' } }))
  let ada: PasskeyActor
  beforeEach(async () => {
    ada = new PasskeyActor(test)
    await ada.join()
  })

  it('lets people look around, learn and follow until their address has access [access.passkey-beta]', async () => {
    const me = await ada.me()
    expect(me).toMatchObject({ walletAddress: null, auraPoints: 0, restriction: null })
    expect(me.passkeyWallet).toMatchObject({ status: 'waiting' })
    expect(me.passkeyWallet?.walletAddress.toLowerCase()).toBe(walletOf(ada))
    expect(await ada.call('GET /api/lessons/daily')).toHaveLength(3)
    const other = new PasskeyActor(test)
    await other.join()
    await ada.call('PUT /api/follows/:id', { params: { id: (await other.me()).id } })
    const stake = await ada.send('POST', '/api/challenge-links', { stakeAmount: 10, duration: 4 })
    expect(stake).toMatchObject(refusal(403, 'BETA_ACCESS_REQUIRED'))
  })

  it('binds the wallet at the next sign-in once its address is listed [access.passkey-beta]', async () => {
    await whitelistWallet(test.ctx, walletOf(ada))
    expect((await ada.me()).passkeyWallet).toMatchObject({ status: 'ready' })
    expect(await ada.signInByPasskey()).toMatchObject({ bonusAwarded: true })
    expect(await ada.me()).toMatchObject({ passkeyWallet: { status: 'bound' }, auraPoints: 100 })
  })

  it('binds the wallet when its owner asks, once, and tells them', async () => {
    await whitelistWallet(test.ctx, walletOf(ada))
    const { id = '' } = (await ada.call('GET /api/passkeys')).passkeys[0] ?? {}
    const take = () => ada.call('POST /api/passkeys/:id/wallet', { params: { id }, body: {} })
    expect(await take()).toMatchObject({ bonusAwarded: true, bonusAp: 100 })
    expect(await take()).toMatchObject({ bonusAwarded: false, bonusAp: 0 })
    const titles = (await ada.call('GET /api/notifications')).map(({ title }) => title)
    expect(titles).toEqual(['A wallet was linked to your account'])
    expect((await ada.me()).auraPoints).toBe(100)
  })

  it('takes an invite when joining, or later [access.passkey-beta]', async () => {
    const inviter = new Actor(test)
    await whitelistWallet(test.ctx, inviter.wallet.address)
    await inviter.signIn()
    await giveInvites(test, inviter, 2)
    const { id = '' } = (await ada.call('GET /api/passkeys')).passkeys[0] ?? {}
    const body = { inviteId: await makeInvite(inviter) }
    expect(await ada.call('POST /api/passkeys/:id/wallet', { params: { id }, body })).toMatchObject({
      bonusAwarded: true,
    })
    const bo = new PasskeyActor(test)
    const used = await bo.send('POST', '/api/auth/passkey/join', { ...(await bo.newPasskey()), ...body })
    expect(used).toMatchObject(refusal(409, 'INVITE_NOT_OPEN'))
    await bo.join({ inviteId: await makeInvite(inviter) })
    expect(await bo.me()).toMatchObject({ passkeyWallet: { status: 'bound' }, auraPoints: 100 })
  })
})

describe('without a contract that makes accounts', () => {
  const test = openForAll(() => testApp())

  it('a passkey signs in, and owns no wallet', async () => {
    const ada = new PasskeyActor(test)
    await ada.join()
    expect(await ada.me()).toMatchObject({ walletAddress: null, passkeyWallet: null })
    const { id = '' } = (await ada.call('GET /api/passkeys')).passkeys[0] ?? {}
    expect(
      await ada.send('POST', `/api/passkeys/${id}/wallet`, {}, { 'idempotency-key': crypto.randomUUID() }),
    ).toMatchObject(refusal(409, 'PASSKEYS_UNAVAILABLE'))
  })

  it('nobody makes passkeys on an address that is no name', async () => {
    const numbered = await testApp({ settings: { origin: 'http://127.0.0.1:3000' } })
    const visitor = new Actor(numbered)
    expect((await visitor.call('GET /api/config')).passkeys).toBe(false)
    const asked = await visitor.send('GET', '/api/auth/passkey/creation?purpose=join')
    expect(asked).toMatchObject(refusal(409, 'PASSKEYS_UNAVAILABLE'))
    await numbered.close()
  })
})
