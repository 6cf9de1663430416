import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, signedUp } from '../../../../../tests/server/actors/actors.ts'
import { comeBack, consent, leaveForX, viaX } from '../../../../../tests/server/actors/x-actor.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { testAppWithX } from '../../../../../tests/server/test-app-with-x.ts'
import { liftPersonsSuspension, suspendPerson } from '../../moderation/index.ts'

const test = openForAll(testAppWithX)
let lastId = 1_000
beforeEach(() => {
  lastId += 1
  test.x.person = { id: String(lastId), username: `Creator_${lastId}`, name: 'A Creator' }
})

const openBeta = () => {
  test.ctx.settings.betaAccess = 'open'
}

describe('signing in with X', () => {
  beforeEach(() => {
    test.ctx.settings.betaAccess = 'closed'
  })

  it('does not rename a suspended user [access.suspended-keeps-name]', async () => {
    const ada = new Actor(test)
    await viaX(ada)
    const me = await ada.me()
    await suspendPerson(test.ctx, { userId: me.id, reason: 'Impersonation.', adminId: null })
    test.x.person = { ...test.x.person, username: 'Elon', name: 'Elon' }
    const again = new Actor(test)
    expect(await viaX(again)).toBe('/')
    const { username, firstName, twitterUsername } = await again.me()
    expect({ username, firstName, twitterUsername }).toEqual({
      username: me.username,
      firstName: 'A Creator',
      twitterUsername: me.twitterUsername,
    })
    await liftPersonsSuspension(test.ctx, { userId: me.id, reason: null, adminId: null })
    await viaX(new Actor(test))
    expect(await again.me()).toMatchObject({ firstName: 'Elon', twitterUsername: 'Elon' })
  })

  it('creates an account from handle and name, and opens the same one again [access.x-new-account] [access.username-from-x] [access.user-name-email] [access.beta-x-looks-around]', async () => {
    const ada = new Actor(test)
    expect(await viaX(ada, { timeZone: 'asia/tokyo' })).toBe('/')
    const me = await ada.me()
    expect(me).toMatchObject({
      username: `creator_${lastId}`,
      firstName: 'A Creator',
      email: null,
      profileImageUrl: null,
      walletAddress: null,
      twitterUsername: `Creator_${lastId}`,
      auraPoints: 0,
      timeZone: 'Asia/Tokyo',
    })
    expect(await ada.call('GET /api/social/x-status')).toEqual({ connected: true, username: `Creator_${lastId}` })
    expect((await ada.call('GET /api/lessons/daily')).length).toBeGreaterThan(0)

    test.x.person = { ...test.x.person, username: 'Renamed', name: 'New Name' }
    const again = new Actor(test)
    expect(await viaX(again)).toBe('/')
    expect(await again.me()).toMatchObject({
      id: me.id,
      username: me.username,
      twitterUsername: 'Renamed',
      firstName: 'New Name',
    })
  })

  it('generates a username where the handle is taken, reserved or too short', async () => {
    const holder = new Actor(test)
    await viaX(holder)
    const taken = (await holder.me()).username
    for (const username of [taken.toUpperCase(), 'Admin', 'ab']) {
      lastId += 1
      test.x.person = { id: String(lastId), username, name: '' }
      const ada = new Actor(test)
      await viaX(ada)
      const me = await ada.me()
      expect(me.username).toMatch(/^[a-z]+_[a-z]+_\d{3}$/)
      expect(me).toMatchObject({ twitterUsername: username, firstName: null })
    }
  })

  it('asks X for reading only, by PKCE, to come back to its own address [access.x-pkce-state]', async () => {
    expect(Object.fromEntries((await leaveForX(new Actor(test))).searchParams)).toMatchObject({
      response_type: 'code',
      client_id: test.x.settings.clientId,
      redirect_uri: 'http://aura.test/api/auth/twitter/callback',
      scope: 'users.read tweet.read',
      code_challenge_method: 'S256',
    })
  })

  it('continues to the requested page only', async () => {
    expect(await viaX(new Actor(test), { next: '/streak?month=2' })).toBe('/streak?month=2')
    expect(await viaX(new Actor(test), { next: '/\\evil.example' })).toBe('/')
  })

  it('stores no token where posting is off [access.x-tokens]', async () => {
    await viaX(new Actor(test))
    expect(await test.ctx.db.query('select * from x_tokens')).toEqual([])
  })

  it('creates one account when two tabs return at once', async () => {
    const [one, two] = [new Actor(test), new Actor(test)]
    const paths = [await consent(await leaveForX(one)), await consent(await leaveForX(two))]
    await Promise.all([one.send('GET', paths[0] ?? ''), two.send('GET', paths[1] ?? '')])
    expect((await one.me()).id).toBe((await two.me()).id)
  })
})

describe('linking X', () => {
  beforeEach(openBeta)

  it('adds it to the signed-in account, which keeps its points and wallet [access.x-links-when-signed-in]', async () => {
    const ada = await signedUp(test)
    const before = await ada.me()
    expect(before).toMatchObject({ twitterUsername: null, firstName: null })
    expect(await ada.call('GET /api/social/x-status')).toEqual({ connected: false, username: null })
    expect(await viaX(ada, { next: '/streak' })).toBe('/streak?x=linked')
    const linked = { provider: 'x', id: 'x', name: 'X', handle: test.x.person.username }
    expect(await ada.me()).toEqual({
      ...before,
      twitterUsername: test.x.person.username,
      firstName: 'A Creator',
      linkedAccounts: [expect.objectContaining(linked)],
    })
    const elsewhere = new Actor(test)
    await viaX(elsewhere)
    expect((await elsewhere.me()).id).toBe(before.id)
    expect(await viaX(ada)).toBe('/?x=linked')
  })

  it('needs a fresh sign-in, at the start and on return [access.x-link-fresh]', async () => {
    const ada = await signedUp(test)
    const { freshSignInMs } = test.ctx.limits
    test.ctx.clock.advance({ ms: freshSignInMs })
    const path = await consent(await leaveForX(ada, { next: '/settings' }))
    test.ctx.clock.advance({ ms: 1 })
    expect(await comeBack(ada, path)).toBe('/settings?x=stale')
    expect((await leaveForX(ada, { next: '/settings' })).search).toBe('?x=stale')
    expect(await ada.me()).toMatchObject({ twitterUsername: null, firstName: null })
    const proof = await ada.freshProof('sign-in-again')
    expect((await ada.send('POST', '/api/auth/sign-in-again', proof)).status).toBe(200)
    expect(await viaX(ada)).toBe('/?x=linked')
    // Its own X account may be refreshed at any time.
    test.ctx.clock.advance({ hours: 1 })
    expect(await viaX(ada)).toBe('/?x=linked')
  })

  it('is refused to a suspended user, also when suspended on the way', async () => {
    const ada = await signedUp(test)
    const { id: userId } = await ada.me()
    const path = await consent(await leaveForX(ada))
    await suspendPerson(test.ctx, { userId, reason: 'Two accounts of one person.', adminId: null })
    expect((await ada.send('GET', path)).headers.location).toBe('/?x=restricted')
    expect((await leaveForX(ada, { next: '/settings' })).search).toBe('?x=restricted')
    expect(await ada.me()).toMatchObject({ twitterUsername: null, firstName: null })
  })

  it('is refused when another user, or nobody, is signed in on return', async () => {
    const [ada, bo] = [await signedUp(test), await signedUp(test)]
    const paths = [await consent(await leaveForX(ada)), await consent(await leaveForX(ada))]
    const session = ada.cookies.get('aura_session') ?? ''
    ada.cookies.set('aura_session', bo.cookies.get('aura_session') ?? '')
    expect((await ada.send('GET', paths[0] ?? '')).headers.location).toBe('/?x=switched')
    ada.cookies.delete('aura_session')
    expect((await ada.send('GET', paths[1] ?? '')).headers.location).toBe('/?join=1&x=switched')
    const cleo = new Actor(test)
    const path = await consent(await leaveForX(cleo, { next: '/streak' }))
    await cleo.signIn()
    expect((await cleo.send('GET', path)).headers.location).toBe('/streak?x=switched')
    ada.cookies.set('aura_session', session)
    for (const actor of [ada, bo, cleo]) expect((await actor.me()).twitterUsername).toBeNull()
  })
})

const disconnect = (actor: Actor) => actor.send('POST', '/api/auth/disconnect-twitter')

it('disconnecting X removes it from the account; signing in with it then creates a new one', async () => {
  openBeta()
  const [ada, bo] = [await signedUp(test), new Actor(test)]
  await viaX(ada)
  const mine = test.x.person
  test.x.person = { id: '88', username: 'bystander', name: 'By Stander' }
  await viaX(bo)
  expect(await disconnect(ada)).toMatchObject({ status: 200, body: { ok: true } })
  expect(await ada.me()).toMatchObject({ twitterUsername: null, firstName: null })
  expect(await ada.call('GET /api/social/x-status')).toEqual({ connected: false, username: null })
  expect((await bo.me()).twitterUsername).toBe('bystander')
  expect(await disconnect(ada)).toMatchObject({ status: 200 })
  test.x.person = mine
  const stranger = new Actor(test)
  await viaX(stranger)
  expect((await stranger.me()).id).not.toBe((await ada.me()).id)
})
