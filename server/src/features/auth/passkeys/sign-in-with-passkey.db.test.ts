import { beforeEach, describe, expect, it } from 'vitest'
import { Authenticator, REFUSED } from '../../../../../tests/server/actors/authenticator.ts'
import { PasskeyActor } from '../../../../../tests/server/actors/passkey-actor.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { ORIGIN, testApp } from '../../../../../tests/server/test-app.ts'

const test = openForAll(() => testApp({ settings: { accountFactory: `0x${'fa'.repeat(20)}` } }))
const send = (who: PasskeyActor, body: object) => who.send('POST', '/api/auth/passkey/sign-in', body)
let ada: PasskeyActor
beforeEach(async () => {
  ada = new PasskeyActor(test)
  await ada.join()
})

describe('signing in with a passkey', () => {
  it('needs no name, and works in another browser that has the passkey [access.passkey-sign-in]', async () => {
    const elsewhere = new PasskeyActor(test, ada.device)
    const options = await elsewhere.call('GET /api/auth/passkey/challenge')
    expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required', rpId: 'aura.test' })
    await elsewhere.signInByPasskey()
    expect((await elsewhere.me()).id).toBe((await ada.me()).id)
    const [{ lastUsedAt } = {}] = (await ada.call('GET /api/passkeys')).passkeys
    expect(lastUsedAt).toBe(test.ctx.clock.now().toISOString())
  })

  it.each(REFUSED)('refuses a signature %s, and changes nothing [access.passkey-refused]', async (_, code, oddity) => {
    ada.cookies.delete('aura_session')
    const before = await databaseState(test.ctx.db, { except: ['passkey_challenges'] })
    expect(await send(ada, await ada.signed('sign-in', oddity))).toMatchObject(refusal(401, code))
    expect(await databaseState(test.ctx.db, { except: ['passkey_challenges'] })).toEqual(before)
  })

  it('takes a challenge once, in time, in the browser that asked, for its purpose [access.passkey-challenge]', async () => {
    const once = await ada.signed()
    expect(await send(ada, once)).toMatchObject({ status: 200 })
    expect(await send(ada, once)).toMatchObject(refusal(401, 'NONCE_INVALID'))
    expect(await send(new PasskeyActor(test), await ada.signed())).toMatchObject(refusal(401, 'NONCE_INVALID'))
    expect(await send(ada, await ada.signed('delete-account'))).toMatchObject(refusal(401, 'NONCE_INVALID'))
    const late = await ada.signed()
    test.ctx.clock.advance({ minutes: 5 })
    expect(await send(ada, late)).toMatchObject(refusal(401, 'NONCE_INVALID'))
  })

  it('refuses another passkey’s signature under this one’s id', async () => {
    const thief = new PasskeyActor(test)
    await thief.join()
    const { passkey } = await thief.signed()
    const id = ada.device.keys[0]?.id
    expect(await send(thief, { passkey: { ...passkey, id, rawId: id } })).toMatchObject(refusal(401, 'PASSKEY_INVALID'))
    const own = { ...passkey, response: { ...passkey.response, userHandle: undefined } }
    expect(await send(thief, { passkey: own })).toMatchObject(refusal(401, 'NONCE_INVALID'))
  })

  it('refuses an altered signature', async () => {
    const { passkey } = await ada.signed()
    const { authenticatorData } = passkey.response
    // Another count than the authenticator signed.
    const response = { ...passkey.response, authenticatorData: `${authenticatorData.slice(0, -2)}BA` }
    expect(await send(ada, { passkey: { ...passkey, response } })).toMatchObject(refusal(401, 'PASSKEY_INVALID'))
  })
})

it('a passkey that was copied is refused when its count goes back, and its owner hears of it once [access.passkey-copied]', async () => {
  const original = new Authenticator(ORIGIN, { count: 7, isBackedUp: false })
  const bo = new PasskeyActor(test, original)
  await bo.join()
  await bo.signInByPasskey()
  const copy = new Authenticator(ORIGIN, { count: 7, isBackedUp: false })
  copy.keys.push(...original.keys)
  const thief = new PasskeyActor(test, copy)
  // The copy signs with the same count as the original did.
  for (const _ of [1, 2]) {
    copy.count = 7
    expect(await send(thief, await thief.signed())).toMatchObject(refusal(401, 'PASSKEY_COPIED'))
  }
  expect(thief.cookies.has('aura_session')).toBe(false)
  const titles = (await bo.call('GET /api/notifications')).map(({ title }) => title)
  expect(titles).toEqual(['A passkey was refused'])
  await bo.signInByPasskey()
})
