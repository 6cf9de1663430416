import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, signedUp } from '../../../../../tests/server/actors/actors.ts'
import { Authenticator } from '../../../../../tests/server/actors/authenticator.ts'
import { PasskeyActor } from '../../../../../tests/server/actors/passkey-actor.ts'
import { leaveForX, viaX } from '../../../../../tests/server/actors/x-actor.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { ORIGIN } from '../../../../../tests/server/test-app.ts'
import { testAppWithX } from '../../../../../tests/server/test-app-with-x.ts'

const test = openForAll(() => testAppWithX({ settings: { accountFactory: `0x${'fa'.repeat(20)}` } }))
let lastId = 0
let ada: PasskeyActor
beforeEach(async () => {
  lastId += 1
  test.x.person = { id: `88${lastId}`, username: `passkey_${lastId}`, name: 'Ada' }
  ada = new PasskeyActor(test)
  await ada.join()
})

const listed = async (who: Actor) => (await who.call('GET /api/passkeys')).passkeys
const idOf = async (who: Actor, at = 0) => (await listed(who))[at]?.id ?? ''
const noticesOf = async (who: Actor) => (await who.call('GET /api/notifications')).map(({ title }) => title)
const remove = (who: Actor, id: string, body: object = {}) => who.send('POST', `/api/passkeys/${id}/remove`, body)

/** The same browser with another device. */
function onPhone(who: PasskeyActor): PasskeyActor {
  const phone = new PasskeyActor(test, new Authenticator(ORIGIN))
  for (const [name, value] of who.cookies) phone.cookies.set(name, value)
  return phone
}

describe('a second passkey', () => {
  it('signs in to the same account, and its owner is told [settings.passkey-add]', async () => {
    const phone = onPhone(ada)
    expect(await phone.addPasskey()).toMatchObject({ isWallet: false, lastUsedAt: null })
    expect(await noticesOf(ada)).toEqual(['A passkey was added'])
    const other = new PasskeyActor(test, phone.device)
    await other.signInByPasskey()
    expect((await other.me()).id).toBe((await ada.me()).id)
    expect((await ada.call('GET /api/passkeys')).wallet?.keys).toHaveLength(1)
    // Both devices know the account by one name.
    expect(phone.device.keys[0]?.userHandle).toBe(ada.device.keys[0]?.userHandle)
  })

  it('isn’t made on a device that has one', async () => {
    await expect(ada.addPasskey()).rejects.toThrow('InvalidStateError')
  })

  it('needs a recent sign-in, when it is asked for and when it comes [settings.passkey-add]', async () => {
    const phone = onPhone(ada)
    const body = await phone.newPasskey('add')
    test.ctx.clock.advance({ minutes: 16 })
    for (const [method, path, sent] of [
      ['GET', '/api/auth/passkey/creation?purpose=add', undefined],
      ['POST', '/api/passkeys', body],
    ] as const) {
      const refused = await phone.send(method, path, sent)
      expect(refused).toMatchObject({ status: 403, body: { code: 'FRESH_SIGN_IN_REQUIRED', data: { by: 'passkey' } } })
    }
    await ada.call('POST /api/auth/sign-in-again', { body: await ada.signed('sign-in-again') })
    await onPhone(ada).addPasskey()
  })

  it('is refused for another account’s session, and above the limit', async () => {
    const body = await onPhone(ada).newPasskey('add')
    const bo = new PasskeyActor(test)
    await bo.join()
    bo.cookies.set('aura_browser', ada.cookies.get('aura_browser') ?? '')
    expect(await bo.send('POST', '/api/passkeys', body)).toMatchObject(refusal(401, 'NONCE_INVALID'))
    const { limits } = test.ctx
    Object.assign(test.ctx, { limits: { ...limits, passkeysPerAccount: 1 } })
    const path = '/api/auth/passkey/creation?purpose=add'
    expect(await ada.send('GET', path)).toMatchObject(refusal(409, 'PASSKEYS_USED_UP'))
    Object.assign(test.ctx, { limits })
  })

  it('is renamed by its owner only [settings.passkey-rename]', async () => {
    const id = await idOf(ada)
    await ada.call('POST /api/passkeys/:id/rename', { params: { id }, body: { name: ' My  phone ' } })
    expect(await listed(ada)).toMatchObject([{ name: 'My phone' }])
    const bo = await signedUp(test)
    const rename = (name: string, who: Actor = ada) => who.send('POST', `/api/passkeys/${id}/rename`, { name })
    expect(await rename('Mine', bo)).toMatchObject(refusal(404, 'PASSKEY_NOT_FOUND'))
    expect(await rename(' ')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
  })
})

describe('removing a passkey', () => {
  it('is confirmed by the wallet’s passkey, tells its owner and ends the other sessions [settings.passkey-remove]', async () => {
    const phone = onPhone(ada)
    const { id } = await phone.addPasskey()
    const other = new PasskeyActor(test, phone.device)
    await other.signInByPasskey()
    expect(await remove(ada, id)).toMatchObject({
      status: 403,
      body: { code: 'FRESH_SIGN_IN_REQUIRED', data: { by: 'passkey' } },
    })
    // What it signed for another purpose doesn't count.
    expect(await remove(ada, id, { proof: await ada.signed('sign-in-again') })).toMatchObject(
      refusal(401, 'NONCE_INVALID'),
    )
    // It can't confirm itself: a thief's session could have added it.
    expect(await remove(other, id, { proof: await other.signed('remove-passkey') })).toMatchObject(
      refusal(403, 'FRESH_SIGN_IN_REQUIRED'),
    )
    expect(await remove(ada, id, { proof: await ada.signed('remove-passkey') })).toMatchObject({ status: 200 })
    expect(await noticesOf(ada)).toEqual(['A passkey was removed', 'A passkey was added'])
    expect(await other.send('GET', '/api/auth/user')).toMatchObject({ status: 401 })
    const gone = await other.send('POST', '/api/auth/passkey/sign-in', await other.signed())
    expect(gone).toMatchObject(refusal(401, 'PASSKEY_UNKNOWN'))
    expect(await remove(ada, id, { proof: await ada.signed('remove-passkey') })).toMatchObject(
      refusal(404, 'PASSKEY_NOT_FOUND'),
    )
  })

  it('is refused for a key of the wallet, and for the last way to sign in [settings.passkey-last]', async () => {
    const proof = async (who: PasskeyActor) => ({ proof: await who.signed('remove-passkey') })
    expect(await remove(ada, await idOf(ada), await proof(ada))).toMatchObject(refusal(409, 'PASSKEY_IS_WALLET'))
    Object.assign(test.ctx.settings, { accountFactory: null })
    const bo = new PasskeyActor(test)
    await bo.join()
    expect(await remove(bo, await idOf(bo), await proof(bo))).toMatchObject(refusal(409, 'LAST_SIGN_IN'))
    expect(await viaX(bo)).toBe('/?x=linked')
    expect(await remove(bo, await idOf(bo), await proof(bo))).toMatchObject({ status: 200 })
    Object.assign(test.ctx.settings, { accountFactory: `0x${'fa'.repeat(20)}` })
  })

  it('never removes both of the last two at once', async () => {
    Object.assign(test.ctx.settings, { accountFactory: null })
    const bo = new PasskeyActor(test)
    await bo.join()
    const phone = onPhone(bo)
    await phone.addPasskey()
    const [first, second] = [await idOf(bo, 0), await idOf(bo, 1)]
    const proofs = [await bo.signed('remove-passkey'), await bo.signed('remove-passkey')]
    const replies = await Promise.all([
      remove(bo, first, { proof: proofs[0] }),
      remove(bo, second, { proof: proofs[1] }),
    ])
    expect((await listed(bo)).length).toBe(1)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    Object.assign(test.ctx.settings, { accountFactory: `0x${'fa'.repeat(20)}` })
  })
})

describe('an account with an ordinary wallet', () => {
  let bo: PasskeyActor
  beforeEach(async () => {
    bo = new PasskeyActor(test)
    await bo.signIn()
    await bo.addPasskey()
  })

  it('signs in with a passkey, and is fresh then [access.passkey-sign-in]', async () => {
    const elsewhere = new PasskeyActor(test, bo.device)
    await elsewhere.signInByPasskey()
    expect((await elsewhere.me()).walletAddress).toBe(bo.wallet.address)
    expect(await elsewhere.me()).toMatchObject({ passkeyWallet: null })
    test.ctx.clock.advance({ minutes: 16 })
    await elsewhere.call('POST /api/auth/sign-in-again', { body: await elsewhere.signed('sign-in-again') })
  })

  it('confirms with its wallet what a passkey added by a thief must not [access.passkey-confirms]', async () => {
    const { username } = await bo.me()
    const deletion = (proof: object) => bo.send('POST', '/api/user/delete', { confirmation: username, proof })
    test.ctx.clock.advance({ hours: 24 * 8 })
    await bo.signIn()
    const refused = await deletion(await bo.signed('delete-account'))
    expect(refused).toMatchObject({ status: 403, body: { code: 'FRESH_SIGN_IN_REQUIRED', data: { by: 'wallet' } } })
    const id = await idOf(bo)
    expect(await remove(bo, id, { proof: await bo.freshProof('remove-passkey') })).toMatchObject({ status: 200 })
  })

  it('makes a passkey its wallet with both signatures [access.passkey-replace]', async () => {
    const id = await idOf(bo)
    const bind = await bo.send('POST', `/api/passkeys/${id}/wallet`, {}, { 'idempotency-key': crypto.randomUUID() })
    expect(bind).toMatchObject(refusal(409, 'WALLET_BOUND'))
  })
})

describe('a passkey’s wallet', () => {
  it('is replaced by an ordinary one that both signed for [access.passkey-replace]', async () => {
    const next = new Actor(test).wallet
    const link = async (replacedBy: string) => {
      const query = { walletAddress: next.address, purpose: 'link' as const }
      const { message } = await ada.call('GET /api/auth/nonce', { query })
      const signed = { walletAddress: next.address, message, signature: await next.signMessage({ message }) }
      const replacing = await ada.signed('replace', undefined, { replacedBy })
      return ada.send('POST', '/api/auth/link-wallet', { ...signed, replacing })
    }
    expect(await link(new Actor(test).wallet.address)).toMatchObject(refusal(401, 'NONCE_INVALID'))
    expect(await link(next.address)).toMatchObject({ status: 200 })
    expect(await ada.me()).toMatchObject({ walletAddress: next.address, passkeyWallet: null })
    // The passkey still signs in, and may go now.
    await ada.signInByPasskey()
    Object.assign(ada, { wallet: next })
    const proof = await ada.freshProof('remove-passkey')
    expect(await remove(ada, await idOf(ada), { proof })).toMatchObject({ status: 200 })
  })

  it('is not outdone by an account that was linked after it, for a week', async () => {
    expect(await viaX(ada)).toBe('/?x=linked')
    const confirming = async (purpose: string) => (await leaveForX(ada, { purpose })).search
    expect([await confirming('delete-account'), await confirming('remove-passkey')]).toEqual(['?x=newer', '?x=newer'])
    test.ctx.clock.advance({ hours: 24 * 8 })
    await ada.signInByPasskey()
    expect(await confirming('delete-account')).toContain('state=')
  })

  it('confirms deletion and disconnecting X [access.passkey-confirms]', async () => {
    expect(await viaX(ada)).toBe('/?x=linked')
    test.ctx.clock.advance({ hours: 24 * 8 })
    await ada.signInByPasskey()
    const disconnect = (body: object) => ada.send('POST', '/api/auth/disconnect-twitter', body)
    expect(await disconnect({})).toMatchObject({ status: 403, body: { data: { by: 'passkey' } } })
    expect(await disconnect({ proof: await ada.signed('disconnect', undefined, { provider: 'x' }) })).toMatchObject({
      status: 200,
    })
    const body = { confirmation: (await ada.me()).username, proof: await ada.signed('delete-account') }
    await ada.call('POST /api/user/delete', { body })
    expect(
      await test.ctx.db.query('select 1 from passkeys where credential_id = $1', [ada.device.keys[0]?.id ?? '']),
    ).toEqual([])
  })
})

it('an account by X takes a passkey’s account contract as its wallet in one step [access.passkey-wallet]', async () => {
  const bo = new PasskeyActor(test)
  await viaX(bo)
  const { id } = await bo.addPasskey()
  expect(await bo.me()).toMatchObject({ walletAddress: null, passkeyWallet: null })
  expect(await bo.call('POST /api/passkeys/:id/wallet', { params: { id }, body: {} })).toMatchObject({ bonusAp: 100 })
  expect(await bo.me()).toMatchObject({ passkeyWallet: { status: 'bound' } })
  // With a passkey, X may be disconnected.
  await bo.call('POST /api/auth/disconnect-twitter', { body: {} })
})
