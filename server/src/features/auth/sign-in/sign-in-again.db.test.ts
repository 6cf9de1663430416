import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, signedUp } from '../../../../../tests/server/actors/actors.ts'
import { admin } from '../../../../../tests/server/actors/admins.ts'
import { viaX } from '../../../../../tests/server/actors/x-actor.ts'
import { databaseState, unchanged } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testAppWithX } from '../../../../../tests/server/test-app-with-x.ts'

const test = openForAll(testAppWithX)

let cleo: Awaited<ReturnType<typeof admin>>
beforeEach(async () => {
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  cleo = await admin(test)
})

const whitelisted = `0x${'12'.repeat(20)}`
const list = (actor: Actor) => actor.send('POST', '/api/whitelist', { walletAddress: whitelisted, note: null })
const again = async (actor: Actor) => {
  const proof = await actor.freshProof('sign-in-again')
  return actor.send('POST', '/api/auth/sign-in-again', proof)
}
const state = () => databaseState(test.ctx.db, { except: ['auth_nonces', 'idempotent_answers'] })

describe('admin actions', () => {
  it('require a sign-in younger than 15 minutes; reading does not [access.admin-fresh]', async () => {
    test.ctx.clock.advance({ minutes: 15 })
    expect((await list(cleo)).status).toBe(200)
    test.ctx.clock.advance({ ms: 1 })
    await unchanged(state, async () => expect(await list(cleo)).toMatchObject(refusal(403, 'FRESH_SIGN_IN_REQUIRED')))
    expect((await cleo.send('GET', '/api/admin/people')).status).toBe(200)
  })

  it('continue in the same session after the wallet signs again, and a copied cookie becomes worthless', async () => {
    test.ctx.clock.advance({ hours: 11 })
    const copied = new Actor(test)
    for (const [name, value] of cleo.cookies) copied.cookies.set(name, value)
    expect((await again(cleo)).status).toBe(200)
    expect((await list(cleo)).status).toBe(200)
    expect(await list(copied)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect((await cleo.call('GET /api/user/sessions')).length).toBe(1)
    test.ctx.clock.advance({ hours: 11 })
    expect((await cleo.send('GET', '/api/admin/people')).status).toBe(200)
  })

  it('continue after confirming with the connected X account, and no other', async () => {
    test.x.person = { id: '4001', username: 'cleo_x', name: 'Cleo' }
    await viaX(cleo)
    test.ctx.clock.advance({ hours: 1 })
    const mine = test.x.person
    test.x.person = { id: '4002', username: 'another', name: 'Another' }
    expect(await viaX(cleo, { purpose: 'sign-in-again', next: '/admin/whitelist' })).toBe('/admin/whitelist?x=not-you')
    expect(await list(cleo)).toMatchObject(refusal(403, 'FRESH_SIGN_IN_REQUIRED'))
    test.x.person = mine
    expect(await viaX(cleo, { purpose: 'sign-in-again', next: '/admin/whitelist' })).toBe(
      '/admin/whitelist?x=confirmed',
    )
    expect((await list(cleo)).status).toBe(200)
  })

  it('cannot be confirmed by a message for another purpose', async () => {
    test.ctx.clock.advance({ hours: 1 })
    const wrong = await cleo.freshProof('delete-account')
    expect(await cleo.send('POST', '/api/auth/sign-in-again', wrong)).toMatchObject(refusal(401, 'NONCE_INVALID'))
    expect(await list(cleo)).toMatchObject(refusal(403, 'FRESH_SIGN_IN_REQUIRED'))
  })
})

it('an admin’s session lasts 12 hours after sign-in [access.admin-session]', async () => {
  const again = await signedUp(test, 'UTC', cleo.wallet)
  test.ctx.clock.advance({ hours: 6 })
  expect((await again.send('GET', '/api/auth/user')).status).toBe(200)
  test.ctx.clock.advance({ hours: 6, ms: -1 })
  expect((await again.send('GET', '/api/auth/user')).status).toBe(200)
  test.ctx.clock.advance({ ms: 1 })
  expect(await again.send('GET', '/api/auth/user')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  // A session older than the admin role continues without admin rights.
  expect((await cleo.send('GET', '/api/auth/user')).status).toBe(200)
  test.ctx.clock.advance({ ms: 1 })
  expect(await cleo.send('GET', '/api/admin/people')).toMatchObject(refusal(403, 'FRESH_SIGN_IN_REQUIRED'))
})
