import { createHash } from 'node:crypto'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Actor, newcomer, type Reply } from '../../../../tests/server/actors/actors.ts'
import { holding } from '../../../../tests/server/database/holding.ts'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { trimTables } from '../../../../tests/server/trim-tables.ts'

const START = '2026-03-02T12:00:00Z'
const COOKIE = 'aura_session'
const HINT = 'aura_signed_in'

let test: TestApp
let clock: TestClock
beforeAll(async () => {
  clock = new TestClock(START)
  test = await testApp({ clock })
})
afterAll(() => test.close())
beforeEach(() => clock.set(START))

const user = (actor: Actor) => actor.send('GET', '/api/auth/user')
const tokenOf = (actor: Actor) => actor.cookies.get(COOKIE) ?? ''
const linesOf = (name: string, { headers }: Pick<Reply<unknown>, 'headers'>) =>
  [headers['set-cookie'] ?? []].flat().filter((line) => String(line).startsWith(`${name}=`))
const EXPIRED = 'Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'

interface Row {
  hash: string
  userId: string
  lastUsedAt: Date
  expiresAt: Date
}
const sessions = () =>
  test.ctx.db.query<Row>(
    `select encode(token_hash, 'hex') as hash, user_id as "userId", last_used_at as "lastUsedAt",
            expires_at as "expiresAt" from sessions order by created_at, hash`,
  )
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const sessionOf = async (actor: Actor) => (await sessions()).find(({ hash }) => hash === hashOf(tokenOf(actor)))

describe('the session cookie', () => {
  it('is for 30 days, for this site, and not for scripts', async () => {
    const ada = new Actor(test)
    const reply = await ada.send('POST', '/api/auth/wallet', await ada.signedMessage())
    const cookie = `${COOKIE}=${tokenOf(ada)}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`
    expect(linesOf(COOKIE, reply)).toEqual([cookie])
    expect(tokenOf(ada)).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('is accepted over https only, and from this host alone, on an https site [access.cookie-host-only]', async () => {
    const origin = 'https://aura.example'
    const secure = await testApp({ settings: { origin } })
    const ada = new Actor(secure)
    const nonce = await ada.send('GET', `/api/auth/nonce?walletAddress=${ada.wallet.address}`)
    const signedIn = await ada.send('POST', '/api/auth/wallet', await ada.signedMessage(), { origin })
    // A cookie without the prefix may have been planted, so it is ignored.
    const planted = new Actor(secure)
    planted.cookies.set(COOKIE, ada.cookies.get(`__Host-${COOKIE}`) ?? '')
    expect(await planted.send('GET', '/api/auth/user')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    const signedOut = await ada.send('POST', '/api/auth/logout', undefined, { origin })
    await secure.close()
    expect([signedIn.status, signedOut.status]).toEqual([200, 200])
    const cookies = [nonce, signedIn, signedOut].flatMap(({ headers }) =>
      [headers['set-cookie'] ?? []].flat().map(String),
    )
    const [hints, secrets] = [
      cookies.filter((each) => each.startsWith(`__Host-${HINT}=`)),
      cookies.filter((each) => !each.startsWith(`__Host-${HINT}=`)),
    ]
    expect([hints.length, secrets.length]).toEqual([2, 4])
    // Browsers accept the prefix only with Secure, Path=/ and no Domain.
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-(?!.*; Domain).*; Path=\/;(.*;)? Secure;/)
    for (const cookie of secrets) expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
    for (const cookie of hints) expect(cookie).toMatch(/^(?!.*HttpOnly).*; Secure; SameSite=Lax$/)
    expect(signedIn.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  it('is stored as a hash only', async () => {
    const ada = await newcomer(test)
    const { id } = await ada.me()
    expect(await sessionOf(ada)).toMatchObject({ userId: id })
    const [{ everything } = { everything: '' }] = await test.ctx.db.query<{ everything: string }>(
      `select string_agg(to_jsonb(s)::text, '') as everything from sessions s`,
    )
    expect(everything).toContain(hashOf(tokenOf(ada)))
    expect(everything).not.toContain(tokenOf(ada))
    expect(everything).not.toContain(Buffer.from(tokenOf(ada)).toString('hex'))
  })
})

describe('the hint beside it', () => {
  const SET = `${HINT}=1; Max-Age=2592000; Path=/; SameSite=Lax`
  const CLEARED = `${HINT}=; ${EXPIRED}; SameSite=Lax`

  it('can be read by scripts, lives as long, and ends with the session', async () => {
    const ada = new Actor(test)
    const signedIn = await ada.send('POST', '/api/auth/wallet', await ada.signedMessage())
    expect(linesOf(HINT, signedIn)).toEqual([SET])
    expect(linesOf(HINT, await ada.send('POST', '/api/auth/logout'))).toEqual([CLEARED])
  })

  it('grants nothing, and is cleared by the first response without a session', async () => {
    const visitor = new Actor(test)
    visitor.cookies.set(HINT, '1')
    const reply = await user(visitor)
    expect(reply).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect(linesOf(HINT, reply)).toEqual([CLEARED])
    expect((await user(visitor)).headers['set-cookie']).toBeUndefined()
  })

  it('is restored if lost during a live session', async () => {
    const ada = await newcomer(test)
    ada.cookies.delete(HINT)
    const healed = await user(ada)
    expect([linesOf(HINT, healed), linesOf(COOKIE, healed)]).toEqual([[SET], []])
    expect((await user(ada)).headers['set-cookie']).toBeUndefined()
  })
})

describe('a session', () => {
  it('lives 30 days after it was last used, and not a moment longer', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    clock.advance({ days: 29, hours: 23 })
    expect((await user(ada)).status).toBe(200)
    clock.advance({ hours: 1, ms: -1 })
    expect((await user(bo)).status).toBe(200)
    clock.set('2026-05-01T10:59:59.999Z')
    // Ada's last use was on 1 April at 11:00, Bo's an hour minus a millisecond later.
    expect((await user(ada)).status).toBe(200)
    clock.set('2026-05-01T11:59:59.999Z')
    expect(await user(bo)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  })

  it('lives 180 days after its sign-in at most, however much it is used [access.session-max]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    for (let day = 20; day < 180; day += 20) {
      clock.advance({ days: 20 })
      await ada.me()
    }
    clock.advance({ days: 19, hours: 12 })
    const last = await user(ada)
    expect(last.status).toBe(200)
    expect(linesOf(COOKIE, last)).toEqual([expect.stringContaining('; Max-Age=43200; ')])
    expect(await sessionOf(ada)).toMatchObject({ expiresAt: new Date('2026-08-29T12:00:00Z') })
    clock.advance({ hours: 12, ms: -1 })
    expect((await user(ada)).status).toBe(200)
    clock.advance({ ms: 1 })
    expect([(await user(ada)).status, (await user(bo)).status]).toEqual([401, 401])
  })

  it('is prolonged, with its cookie, at most once an hour', async () => {
    const ada = await newcomer(test)
    const fresh = await sessionOf(ada)
    expect(fresh?.expiresAt).toEqual(new Date('2026-04-01T12:00:00Z'))
    clock.advance({ minutes: 59 })
    expect((await user(ada)).headers['set-cookie']).toBeUndefined()
    expect(await sessionOf(ada)).toEqual(fresh)
    clock.advance({ minutes: 1 })
    const prolonged = await user(ada)
    const life = 'Max-Age=2592000; Path=/'
    expect(linesOf(COOKIE, prolonged)).toEqual([`${COOKIE}=${tokenOf(ada)}; ${life}; HttpOnly; SameSite=Lax`])
    expect(linesOf(HINT, prolonged)).toEqual([`${HINT}=1; ${life}; SameSite=Lax`])
    expect(await sessionOf(ada)).toMatchObject({
      lastUsedAt: new Date('2026-03-02T13:00:00Z'),
      expiresAt: new Date('2026-04-01T13:00:00Z'),
    })
    expect((await user(ada)).headers['set-cookie']).toBeUndefined()
  })

  it('is prolonged together with others that are used at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => newcomer(test)))
    clock.advance({ hours: 1 })
    const replies = await Promise.all(people.map(user))
    expect(replies.map((reply) => linesOf(COOKIE, reply).length)).toEqual(people.map(() => 1))
    const rows = await test.ctx.db.query<{ statement: string }>(
      `select xmin::text as statement from sessions
       where last_used_at = $1 and encode(token_hash, 'hex') = any($2::text[])`,
      [clock.now(), people.map((actor) => hashOf(tokenOf(actor)))],
    )
    expect(rows).toHaveLength(people.length)
    expect(new Set(rows.map(({ statement }) => statement)).size).toBeLessThan(people.length / 2)
  })

  it('is prolonged at its next use where it is locked, and holds up nobody else', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    clock.advance({ hours: 1 })
    const usedAt = async (actor: Actor) => (await sessionOf(actor))?.lastUsedAt
    const lock = `select from sessions where encode(token_hash, 'hex') = $1 for update`
    const release = await holding(test.ctx.db, (tx) => tx.query(lock, [hashOf(tokenOf(ada))]))
    onTestFinished(release)
    expect((await Promise.all([user(ada), user(bo)])).map(({ status }) => status)).toEqual([200, 200])
    expect([await usedAt(ada), await usedAt(bo)]).toEqual([new Date(START), clock.now()])
    await release()
    await user(ada)
    expect(await usedAt(ada)).toEqual(clock.now())
  })

  it('is not prolonged once expired, and is deleted by the job that trims', async () => {
    const ada = await newcomer(test)
    clock.advance({ days: 30 })
    expect(await user(ada)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect(await sessionOf(ada)).toMatchObject({ expiresAt: new Date('2026-04-01T12:00:00Z') })
    const bo = await newcomer(test)
    await trimTables(test.ctx)
    expect(await sessionOf(ada)).toBeUndefined()
    expect((await user(bo)).status).toBe(200)
  })

  it('ends without affecting other sessions', async () => {
    const key = generatePrivateKey()
    const [laptop, phone, bo] = [new Actor(test, key), new Actor(test, key), await newcomer(test)]
    await laptop.signIn()
    await phone.signIn()
    const mine = hashOf(tokenOf(laptop))
    const others = (await sessions()).filter(({ hash }) => hash !== mine)
    await laptop.call('POST /api/auth/logout')
    expect(await sessions()).toEqual(others)
    expect([(await user(phone)).status, (await user(bo)).status]).toEqual([200, 200])
  })

  it('is replaced at sign-in, and the old row is deleted', async () => {
    const ada = await newcomer(test)
    const old = tokenOf(ada)
    await ada.signIn()
    const hashes = (await sessions()).map(({ hash }) => hash)
    expect(hashes).toContain(hashOf(tokenOf(ada)))
    expect(hashes).not.toContain(hashOf(old))
  })
})

describe('a cookie that is no session', () => {
  it.each([
    '',
    'x',
    `'; drop table sessions; --`,
    'x'.repeat(43),
    '/'.repeat(43),
    `${'x'.repeat(43)}=`,
    'x'.repeat(8_000),
    '%00',
    '[object Object]',
  ])('signs nobody in, and is no error: %j', async (token) => {
    const before = await sessions()
    const visitor = new Actor(test)
    visitor.cookies.set(COOKIE, token)
    expect(await user(visitor)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect((await visitor.send('GET', '/api/config')).status).toBe(200)
    expect((await visitor.send('POST', '/api/auth/logout')).status).toBe(200)
    expect(await sessions()).toEqual(before)
  })

  it('is refused if it is the stored hash', async () => {
    const ada = await newcomer(test)
    const thief = new Actor(test)
    thief.cookies.set(COOKIE, Buffer.from(hashOf(tokenOf(ada)), 'hex').toString('base64url'))
    expect(await user(thief)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  })
})
