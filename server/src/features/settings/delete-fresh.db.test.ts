import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { viaX } from '../../../../tests/server/actors/x-actor.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testAppWithX } from '../../../../tests/server/test-app-with-x.ts'

const test = openForAll(testAppWithX)
let lastId = 0
beforeEach(() => {
  lastId += 1
  test.x.person = { id: `77${lastId}`, username: `on_x_${lastId}`, name: 'Ada' }
})

const remove = async (actor: Actor, proof?: unknown) => {
  const { username: confirmation } = await actor.me()
  return actor.send('POST', '/api/user/delete', { confirmation, ...(proof ? { proof } : {}) })
}
const state = () => databaseState(test.ctx.db, { except: ['auth_nonces', 'provider_flows', 'provider_confirmations'] })
const needs = (by: 'wallet' | 'provider') => ({ ...refusal(403, 'FRESH_SIGN_IN_REQUIRED'), body: { data: { by } } })

describe('deleting an account', () => {
  it('requires a wallet signature for this purpose: a session is not enough [settings.delete-fresh]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const before = await state()
    expect(await remove(ada)).toMatchObject(needs('wallet'))
    expect(await remove(ada, await ada.freshProof('sign-in-again'))).toMatchObject(refusal(401, 'NONCE_INVALID'))
    const forgery = {
      ...(await ada.freshProof('delete-account')),
      signature: (await bo.freshProof('delete-account')).signature,
    }
    expect(await remove(ada, forgery)).toMatchObject(refusal(401, 'SIGNATURE_INVALID'))
    expect(await remove(ada, await bo.freshProof('delete-account'))).toMatchObject(refusal(401, 'NONCE_INVALID'))
    const thief = new Actor(test)
    thief.cookies.set('aura_session', ada.cookies.get('aura_session') ?? '')
    expect(await remove(thief, await ada.freshProof('delete-account'))).toMatchObject(refusal(401, 'NONCE_INVALID'))
    const late = await ada.freshProof('delete-account')
    test.ctx.clock.advance({ minutes: 5 })
    expect(await remove(ada, late)).toMatchObject(refusal(401, 'NONCE_INVALID'))
    expect(await state()).toEqual(before)
    const proof = await ada.freshProof('delete-account')
    expect(proof.message).toContain('Delete your Aura account')
    expect((await remove(ada, proof)).status).toBe(200)
    expect((await bo.me()).id).toBeTruthy()
  })

  it('uses each signature once: after another refusal a new one is needed', async () => {
    const ada = await newcomer(test)
    const proof = await ada.freshProof('delete-account')
    const wrong = { confirmation: 'nobody', proof }
    expect(await ada.send('POST', '/api/user/delete', wrong)).toMatchObject(refusal(400, 'DELETION_NOT_CONFIRMED'))
    const forged = { ...proof, signature: `0x${'1'.repeat(130)}` }
    expect(await remove(ada, forged)).toMatchObject(refusal(401, 'SIGNATURE_INVALID'))
    expect(await remove(ada, proof)).toMatchObject(refusal(401, 'NONCE_INVALID'))
  })

  it('without a wallet requires a confirmation by the same X account in the same browser, once', async () => {
    const ada = new Actor(test)
    await viaX(ada)
    const mine = test.x.person
    expect(await remove(ada)).toMatchObject(needs('provider'))
    test.x.person = { id: '8800', username: 'else', name: 'Else' }
    expect(await viaX(ada, { purpose: 'delete-account', next: '/settings' })).toBe('/settings?x=not-you')
    expect(await remove(ada)).toMatchObject(needs('provider'))
    test.x.person = { ...mine, name: 'Another Name' }
    await viaX(ada, { purpose: 'sign-in-again' })
    await viaX(ada, { purpose: 'bind-wallet', wallet: ada.wallet.address })
    expect(await remove(ada)).toMatchObject(needs('provider'))
    expect(await viaX(ada, { purpose: 'delete-account', next: '/settings' })).toBe('/settings?x=confirmed')
    expect((await ada.me()).firstName).toBe('Ada')
    const thief = new Actor(test)
    thief.cookies.set('aura_session', ada.cookies.get('aura_session') ?? '')
    expect(await remove(thief)).toMatchObject(needs('provider'))
    test.ctx.clock.advance({ minutes: 5 })
    expect(await remove(ada)).toMatchObject(needs('provider'))
    await viaX(ada, { purpose: 'delete-account' })
    expect((await remove(ada)).status).toBe(200)
  })

  it('with a wallet cannot be confirmed by X', async () => {
    const ada = await newcomer(test)
    await viaX(ada)
    expect(await viaX(ada, { purpose: 'delete-account' })).toBe('/?x=confirmed')
    expect(await remove(ada)).toMatchObject(needs('wallet'))
  })

  it('cannot be confirmed by X without a session or a connected X account', async () => {
    const query = { purpose: 'delete-account', next: '/settings' }
    const path = `/api/auth/twitter?${new URLSearchParams(query)}`
    const location = async (actor: Actor) => (await actor.send('GET', path)).headers.location
    expect(await location(new Actor(test))).toBe('/?join=1&next=%2Fsettings&x=state')
    expect(await location(await newcomer(test))).toBe('/settings?x=not-you')
  })
})
