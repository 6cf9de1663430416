import type { RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor, signedUp } from '../../../../../tests/server/actors/actors.ts'
import { comeBack, consent, sentTo } from '../../../../../tests/server/actors/x-actor.ts'
import { databaseState, unchanged } from '../../../../../tests/server/database/database-state.ts'
import { serveLocally } from '../../../../../tests/server/local-server.ts'
import { type MockIssuer, startMockIssuer } from '../../../../../tests/server/mock-issuer.ts'
import { type MockX, startMockX } from '../../../../../tests/server/mock-x.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { ORIGIN, type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { insertLinkedAccount, openIdProvider } from '../../providers/index.ts'

let x: MockX
let corp: MockIssuer
let club: MockIssuer
let test: TestApp
beforeAll(async () => {
  x = await startMockX()
  corp = await startMockIssuer()
  club = await startMockIssuer()
  const providers = [corp.settings, { ...club.settings, id: 'club', name: 'Club' }]
  test = await testApp({ settings: { x: x.settings, providers } })
})
afterAll(async () => {
  await test.close()
  for (const mock of [x, corp, club]) await mock.stop()
})
let lastSubject = 0
beforeEach(() => {
  lastSubject += 1
  for (const mock of [corp, club]) Object.assign(mock, { claims: { sub: `subject-${lastSubject}` }, idToken: null })
  x.person = { ...x.person, id: String(lastSubject), username: `Creator_${lastSubject}` }
})
afterEach(() => corp.server.service.removeAllListeners('beforeAuthorizeRedirect'))

async function leaveFor(actor: Actor, id: string, query: Record<string, string> = {}): Promise<URL> {
  const path = id === 'x' ? 'twitter' : `with/${id}`
  const reply = await actor.send('GET', `/api/auth/${path}?${new URLSearchParams(query)}`)
  return new URL(sentTo(reply), ORIGIN)
}
const via = async (actor: Actor, id: string, query: Record<string, string> = {}) =>
  comeBack(actor, await consent(await leaveFor(actor, id, query)))

const state = () => databaseState(test.ctx.db, { except: ['provider_flows'] })
const linked = async (actor: Actor) => (await actor.me()).linkedAccounts.map(({ id, handle }) => [id, handle])

/** Expects that a trip ends with this outcome, signed out, and changes nothing. */
async function refused(path: string, actor: Actor, outcome: string, from = 'corp'): Promise<void> {
  await unchanged(state, async () => expect(await comeBack(actor, path)).toBe(`/?join=1&x=${outcome}&from=${from}`))
}

describe('signing in with an OpenID issuer', () => {
  it('creates an account that shows nothing of it, and opens the same one again [access.provider-sign-in] [access.provider-private]', async () => {
    corp.claims.name = 'Ada Lovelace'
    const ada = new Actor(test)
    expect(await via(ada, 'corp', { timeZone: 'Asia/Tokyo', next: '/streak' })).toBe('/streak')
    const me = await ada.me()
    expect(me).toMatchObject({ firstName: null, twitterUsername: null, walletAddress: null, timeZone: 'Asia/Tokyo' })
    expect(me.username).toMatch(/^[a-z]+_[a-z]+_\d{3}$/)
    expect(await linked(ada)).toEqual([['corp', 'Ada Lovelace']])
    expect((await ada.call('GET /api/users/:id', { params: { id: me.id } })).user.channels).toEqual([])
    const again = new Actor(test)
    await via(again, 'corp')
    expect((await again.me()).id).toBe(me.id)
  })

  it('sends state, nonce and PKCE, new each time, and its own address to return to [access.provider-checks]', async () => {
    const ada = new Actor(test)
    const [one, two] = [await leaveFor(ada, 'corp'), await leaveFor(ada, 'corp')]
    expect(Object.fromEntries(one.searchParams)).toMatchObject({
      redirect_uri: `${ORIGIN}/api/auth/with/corp/callback`,
      scope: 'openid profile',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
      expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name))
    }
    await comeBack(ada, await consent(two))
    expect(corp.tokenRequests.at(-1)).toMatchObject({
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      client_secret: corp.settings.clientSecret,
    })
  })

  it('keeps accounts of two issuers apart, also with the same subject [access.provider-checks]', async () => {
    const [ada, bo] = [new Actor(test), new Actor(test)]
    await via(ada, 'corp')
    await via(bo, 'club')
    expect((await ada.me()).id).not.toBe((await bo.me()).id)
  })

  it('is not available where it is not set up', async () => {
    for (const id of ['google', 'x', '__proto__']) {
      expect(await comeBack(new Actor(test), `/api/auth/with/${id}`)).toMatch(/[?&]x=off/)
      expect(await comeBack(new Actor(test), `/api/auth/with/${id}/callback?state=a&code=b`)).toMatch(/[?&]x=off/)
    }
  })
})

describe('a sign-in that is not as it should be changes nothing', () => {
  const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

  it.each([
    ['a nonce of another sign-in', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another-client' }],
    ['two audiences without saying for whom', { aud: ['aura-test', 'another-client'] }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an end in the past', { exp: Math.floor(Date.now() / 1_000) - 60 }],
    ['no end', { exp: undefined }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['an endless subject', { sub: 'a'.repeat(256) }],
  ])('an id token with %s [access.provider-checks]', async (_, claims) => {
    const ada = new Actor(test)
    const back = await consent(await leaveFor(ada, 'corp'))
    Object.assign(corp.claims, claims)
    await refused(back, ada, 'profile')
  })

  it.each([
    ['without a signature', (right: string) => `${b64({ alg: 'none' })}.${right.split('.')[1]}.`],
    ['with another signature', (right: string) => `${right.slice(0, -8)}AAAAAAAA`],
    [
      'signed by the client’s secret',
      (right: string) => `${b64({ alg: 'HS256' })}.${right.split('.').slice(1).join('.')}`,
    ],
    [
      'changed after it was signed',
      (right: string) => {
        const [header, , signature] = right.split('.')
        return [header, b64({ ...claimsOf(right), sub: 'somebody-else' }), signature].join('.')
      },
    ],
    ['that is none', () => 'no token'],
  ])('an id token %s [access.provider-checks]', async (_, idToken) => {
    const ada = new Actor(test)
    const back = await consent(await leaveFor(ada, 'corp'))
    corp.idToken = idToken
    await refused(back, ada, 'profile')
  })

  it('an answer that names another issuer, as in a mix-up [access.provider-checks]', async () => {
    corp.server.service.on('beforeAuthorizeRedirect', ({ url }) => url.searchParams.set('iss', 'https://evil.example'))
    const ada = new Actor(test)
    await refused(await consent(await leaveFor(ada, 'corp')), ada, 'code')
  })

  it('a code at the address of another provider, which never learns it [access.provider-checks]', async () => {
    const ada = new Actor(test)
    const back = await consent(await leaveFor(ada, 'corp'))
    const asked = club.tokenRequests.length
    await refused(back.replace('/with/corp/', '/with/club/'), ada, 'state', 'club')
    expect(club.tokenRequests).toHaveLength(asked)
    // It is still good where it belongs.
    expect(await comeBack(ada, back)).toBe('/')
  })

  it('a state of another browser, a changed one, and a code that was used [access.provider-checks]', async () => {
    const [ada, thief] = [new Actor(test), new Actor(test)]
    const back = await consent(await leaveFor(ada, 'corp'))
    await refused(back, thief, 'state')
    const changed = back.replace(/(?<=state=)./, (first) => (first === 'A' ? 'B' : 'A'))
    await refused(changed, ada, 'state')
    expect(await comeBack(ada, back)).toBe('/')
    expect(await comeBack(ada, back)).toBe('/?x=used&from=corp')
  })

  it('a person who declines', async () => {
    const ada = new Actor(test)
    const query = (await leaveFor(ada, 'corp')).searchParams
    await refused(`/api/auth/with/corp/callback?state=${query.get('state')}&error=access_denied`, ada, 'denied')
  })
})

describe('an issuer’s description', () => {
  /** Returns where a sign-in leads with an issuer that is served like this, and how many requests it got. */
  async function leadsTo(serve: RequestListener, tries = 1): Promise<{ paths: string[]; requests: number }> {
    const server = await serveLocally(serve)
    const provider = openIdProvider(
      { id: 'odd', name: 'Odd', issuer: server.url },
      { clientId: 'a', clientSecret: null },
    )
    const app = await testApp({ settings: { providers: [provider] }, limits: { providerTimeoutMs: 300 } })
    const paths = []
    for (let i = 0; i < tries; i++) paths.push(await comeBack(new Actor(app), '/api/auth/with/odd'))
    await app.close()
    server.close()
    return { paths, requests: server.asked.length }
  }
  const described =
    (change: (at: string) => object): RequestListener =>
    (request, response) => {
      const at = `http://${request.headers.host}`
      const right = { issuer: at, authorization_endpoint: `${at}/a`, token_endpoint: `${at}/t`, jwks_uri: `${at}/k` }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ ...right, ...change(at) }))
    }

  it('is read once for many people', async () => {
    const { paths, requests } = await leadsTo(
      described(() => ({})),
      3,
    )
    expect(paths.every((path) => path.includes('/a?response_type=code'))).toBe(true)
    expect(requests).toBe(1)
  })

  it.each<[string, RequestListener]>([
    ['is too large', described(() => ({ more: 'a'.repeat(300 * 1024) }))],
    ['never comes', () => undefined],
    ['is somewhere else', (_, response) => void response.writeHead(302, { location: 'https://evil.example' }).end()],
    ['is missing', (_, response) => void response.writeHead(404).end()],
    ['is no JSON', (_, response) => void response.end('<p>Hello')],
    ['is that of another issuer', described(() => ({ issuer: 'https://evil.example' }))],
    ['names no address for people', described(() => ({ authorization_endpoint: undefined }))],
    ['names no keys', described(() => ({ jwks_uri: undefined }))],
    ['names an address without https', described(() => ({ authorization_endpoint: 'http://evil.example/a' }))],
    ['names a script', described(() => ({ authorization_endpoint: 'javascript:alert(1)' }))],
  ])('that %s sends nobody away, and gives the issuer a rest [access.provider-down]', async (_, serve) => {
    const { paths, requests } = await leadsTo(serve, 3)
    expect(paths).toEqual(Array(3).fill('/?join=1&x=down&from=odd'))
    expect(requests).toBe(1)
  })
})

it('an issuer that goes away while somebody is there ends that sign-in, and others are not sent there [access.provider-down]', async () => {
  const gone = await startMockIssuer()
  const app = await testApp({ settings: { providers: [gone.settings] } })
  const [ada, bo] = [new Actor(app), new Actor(app)]
  const back = await consent(await leaveFor(ada, 'corp'))
  await gone.stop()
  expect(await comeBack(ada, back)).toBe('/?join=1&x=down&from=corp')
  expect(await comeBack(bo, '/api/auth/with/corp')).toBe('/?join=1&x=down&from=corp')
  await app.close()
})

it('linking accounts adds one of each provider, tells the user, and merges nobody [access.provider-links] [access.provider-once] [access.x-taken-refused]', async () => {
  const ada = await signedUp(test)
  expect(await via(ada, 'corp', { next: '/settings' })).toBe('/settings?x=linked&from=corp')
  expect(await via(ada, 'x')).toBe('/?x=linked')
  expect((await linked(ada)).map(([id]) => id)).toEqual(['corp', 'x'])
  const notifications = await ada.call('GET /api/notifications')
  expect(notifications.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['A Corp account was connected', 'An X account was connected']),
  )
  // The same account for somebody else, then another one for the same user.
  const bo = await signedUp(test)
  expect(await via(bo, 'corp')).toBe('/?x=taken&from=corp')
  expect(await via(bo, 'x')).toBe('/?x=taken')
  expect(await linked(bo)).toEqual([])
  corp.claims.sub = 'another'
  expect(await via(ada, 'corp')).toBe('/?x=other&from=corp')
})

describe('disconnecting', () => {
  const disconnect = (actor: Actor, provider: string, proof?: object) =>
    actor.send('POST', '/api/auth/disconnect', { provider, ...(proof ? { proof } : {}) })
  const corpKey = () => corp.settings.key

  it('never takes the last way in, counting only those that are set up [access.provider-disconnect] [access.x-disconnect-last-refused]', async () => {
    const ada = new Actor(test)
    await via(ada, 'corp')
    expect(await disconnect(ada, corpKey())).toMatchObject(refusal(409, 'LAST_SIGN_IN'))
    const { id } = await ada.me()
    const kick = { provider: 'kick', subject: '7', userId: id, handle: 'k', now: test.ctx.clock.sqlNow() }
    await insertLinkedAccount(test.ctx.db, kick)
    expect(await disconnect(ada, corpKey())).toMatchObject(refusal(409, 'LAST_SIGN_IN'))
    expect((await ada.me()).linkedAccounts.map(({ id: way, name }) => [way, name])).toContainEqual([null, 'Kick'])
    expect(await disconnect(ada, 'kick')).toMatchObject({ status: 200 })
    await via(ada, 'club')
    expect(await disconnect(ada, corpKey())).toMatchObject({ status: 200 })
    expect((await linked(ada)).map(([way]) => way)).toEqual(['club'])
    // Nobody's any more, so it opens an account of its own.
    const other = new Actor(test)
    await via(other, 'corp')
    expect((await other.me()).id).not.toBe(id)
  })

  it('after seven days needs the wallet’s signature for this provider [access.provider-disconnect]', async () => {
    const ada = await signedUp(test)
    await via(ada, 'corp')
    await via(ada, 'x')
    test.ctx.clock.advance({ days: 8 })
    expect(await disconnect(ada, corpKey())).toMatchObject(refusal(403, 'FRESH_SIGN_IN_REQUIRED'))
    const forX = await ada.freshProof('disconnect', 'x')
    expect(await disconnect(ada, corpKey(), forX)).toMatchObject(refusal(401, 'NONCE_INVALID'))
    const proof = await ada.freshProof('disconnect', corpKey())
    expect(proof.message).toContain('Disconnect Corp from the Aura account')
    expect(await disconnect(ada, corpKey(), proof)).toMatchObject({ status: 200 })
    expect((await linked(ada)).map(([way]) => way)).toEqual(['x'])
  })

  it('without a wallet needs another trip to an account that was connected long enough [access.provider-disconnect]', async () => {
    const ada = new Actor(test)
    await via(ada, 'corp')
    test.ctx.clock.advance({ days: 8 })
    expect(await via(ada, 'corp', { purpose: 'sign-in-again' })).toBe('/?x=confirmed&from=corp')
    await via(ada, 'club')
    expect(await disconnect(ada, corpKey())).toMatchObject(refusal(403, 'FRESH_SIGN_IN_REQUIRED'))
    // One that a stolen session may just have linked does not decide alone.
    const query = { purpose: 'disconnect', provider: corpKey() }
    for (const wanted of [query, { purpose: 'delete-account' }])
      expect((await leaveFor(ada, 'club', wanted)).search).toBe('?x=newer&from=club')
    expect(await via(ada, 'corp', { purpose: 'disconnect', provider: 'x' })).toBe('/?x=confirmed&from=corp')
    expect(await disconnect(ada, corpKey())).toMatchObject(refusal(403, 'FRESH_SIGN_IN_REQUIRED'))
    expect(await via(ada, 'corp', query)).toBe('/?x=confirmed&from=corp')
    expect(await disconnect(ada, corpKey())).toMatchObject({ status: 200 })
    expect(await linked(ada)).toHaveLength(1)
  })

  it('refuses a signature about what is no provider', async () => {
    const ada = await signedUp(test)
    const address = `/api/auth/nonce?walletAddress=${ada.wallet.address}&purpose=disconnect`
    for (const more of ['', '&provider=nothing', '&provider=javascript:alert(1)'])
      expect(await ada.send('GET', address + more)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
  })
})
