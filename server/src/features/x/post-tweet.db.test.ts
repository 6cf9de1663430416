import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { viaX } from '../../../../tests/server/actors/x-actor.ts'
import { type MockX, startMockX } from '../../../../tests/server/mock-x.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { keyIdOf } from '../../platform/keyed-hash.ts'

const SCOPES = 'users.read tweet.read tweet.write offline.access'

let x: MockX
let test: TestApp
let posts: { text: string; token: string }[]
let answer: { status: number; body: object }
beforeAll(async () => {
  x = await startMockX({ postingKey: randomBytes(32), scopes: SCOPES })
  x.server.service.addRoute('POST', '/tweets', (request, response) => {
    const { text } = request.body as { text: string }
    posts.push({ text, token: (request.headers.authorization ?? '').replace('Bearer ', '') })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  test = await testApp({ settings: { x: x.settings } })
})
afterAll(async () => {
  await test.close()
  await x.stop()
})
let lastId = 0
beforeEach(() => {
  posts = []
  answer = { status: 201, body: { data: { id: '4711', text: '' } } }
  lastId += 1
  x.person = { id: String(lastId), username: `poster_${lastId}`, name: 'Poster' }
  x.settings.scopes = SCOPES
})

const post = (actor: Actor, body: object = { text: ' Hello ' }) => actor.send('POST', '/api/social/post-tweet', body)
const kept = (sql = 'select * from x_tokens') => test.ctx.db.query(sql)

async function poster(): Promise<Actor> {
  const actor = new Actor(test)
  await viaX(actor)
  return actor
}

describe('posting on X', () => {
  it('posts the text as the user', async () => {
    const ada = await poster()
    expect(await post(ada)).toMatchObject({ status: 200, body: { tweetId: '4711' } })
    expect(posts).toMatchObject([{ text: 'Hello' }])
  })

  it('stores tokens sealed, and deletes them when X is disconnected [access.x-tokens]', async () => {
    const ada = await newcomer(test)
    await viaX(ada)
    await post(ada)
    const rows = JSON.stringify(await kept(`select encode(access_token, 'escape') as a, scopes from x_tokens`))
    const token = posts[0]?.token ?? ''
    expect(token.length).toBeGreaterThan(20)
    expect(rows).toContain('tweet.write')
    expect(rows).not.toContain(token.slice(0, 12))
    const before = (await kept()).length
    await ada.call('POST /api/auth/disconnect-twitter')
    expect((await kept()).length).toBe(before - 1)
    expect(await post(ada)).toMatchObject(refusal(409, 'X_NOT_CONNECTED'))
  })

  it('renews an expired token and stores the new refresh token', async () => {
    const ada = await poster()
    await post(ada)
    test.ctx.clock.advance({ hours: 3 })
    expect(await post(ada)).toMatchObject({ status: 200 })
    const asked = x.tokenRequests.at(-1)
    expect(asked).toMatchObject({ grant_type: 'refresh_token' })
    test.ctx.clock.advance({ hours: 3 })
    await post(ada)
    expect(x.tokenRequests.at(-1)?.refresh_token).not.toBe(asked?.refresh_token)
  })

  it('opens tokens sealed with an older key, reseals them, and asks for permission again without the key', async () => {
    const { postingKey } = x.settings
    const next = randomBytes(32)
    try {
      const [ada, bo] = [await poster(), await poster()]
      const keyIds = () => kept('select distinct key_id as id from x_tokens').then((rows) => rows.map(({ id }) => id))
      Object.assign(x.settings, { postingKey: next, previousPostingKeys: [postingKey] })
      expect((await post(ada)).status).toBe(200)
      expect(await keyIds()).not.toContain(keyIdOf(next))
      test.ctx.clock.advance({ hours: 3 })
      expect((await post(ada)).status).toBe(200)
      expect(await keyIds()).toContain(keyIdOf(next))
      // Rows older than key ids are tried with each key.
      await test.ctx.db.query('update x_tokens set key_id = null')
      for (const actor of [ada, bo]) expect((await post(actor)).status).toBe(200)
      Object.assign(x.settings, { previousPostingKeys: [] })
      const cy = await poster()
      Object.assign(x.settings, { postingKey: randomBytes(32) })
      expect(await post(cy)).toMatchObject(refusal(409, 'X_PERMISSION_MISSING'))
      expect(await post(cy)).toMatchObject(refusal(409, 'X_PERMISSION_MISSING'))
    } finally {
      Object.assign(x.settings, { postingKey, previousPostingKeys: [] })
    }
  })

  it('reports a revoked permission and deletes the tokens', async () => {
    const [ada, bo] = [await poster(), await poster()]
    x.server.service.once('beforeResponse', (response) => {
      response.statusCode = 400
    })
    test.ctx.clock.advance({ hours: 3 })
    expect(await post(ada)).toMatchObject(refusal(409, 'X_PERMISSION_MISSING'))
    expect(await post(ada)).toMatchObject(refusal(409, 'X_PERMISSION_MISSING'))
    answer = { status: 401, body: {} }
    expect(await post(bo)).toMatchObject(refusal(409, 'X_PERMISSION_MISSING'))
  })

  it.each([
    [403, {}, refusal(409, 'X_REFUSED')],
    [500, {}, refusal(503, 'X_UNAVAILABLE')],
    [429, {}, refusal(503, 'X_LIMITED')],
    [201, { errors: [{}] }, { status: 503 }],
  ])('fails for this post alone when X returns %i %j [access.x-own-failure]', async (status, body, refused) => {
    const [ada, bo] = [await poster(), await poster()]
    answer = { status, body }
    expect(await post(ada)).toMatchObject(refused)
    answer = { status: 201, body: { data: { id: '1' } } }
    for (const who of [ada, bo]) expect(await post(who)).toMatchObject({ status: 200 })
  })

  describe('with one idempotency key', () => {
    const withKey = (actor: Actor, key: string) =>
      actor.send('POST', '/api/social/post-tweet', { text: 'Hello' }, { 'idempotency-key': key })

    it('is not repeated when its outcome is unknown', async () => {
      const ada = await poster()
      answer = { status: 502, body: {} }
      expect(await withKey(ada, 'no-answer')).toMatchObject(refusal(503, 'X_UNAVAILABLE'))
      answer = { status: 201, body: { data: { id: '1' } } }
      test.ctx.clock.advance({ minutes: 5 })
      expect(await withKey(ada, 'no-answer')).toMatchObject(refusal(409, 'REQUEST_OUTCOME_UNKNOWN'))
      expect(posts).toHaveLength(1)
      expect(await withKey(ada, 'another-key')).toMatchObject({ status: 200 })
    })

    it('may be repeated when X did nothing or was not called', async () => {
      const ada = await poster()
      answer = { status: 429, body: {} }
      expect(await withKey(ada, 'too-many')).toMatchObject(refusal(503, 'X_LIMITED'))
      answer = { status: 201, body: { data: { id: '1' } } }
      expect(await withKey(ada, 'too-many')).toMatchObject({ status: 200 })
      test.ctx.clock.advance({ hours: 3 })
      x.server.service.once('beforeResponse', (response) => {
        response.statusCode = 503
      })
      expect(await withKey(ada, 'no-token')).toMatchObject(refusal(503, 'X_UNAVAILABLE'))
      expect(await withKey(ada, 'no-token')).toMatchObject({ status: 200 })
    })
  })

  it('needs write permission and an X account [access.post-tweet-off]', async () => {
    x.settings.scopes = 'users.read tweet.read'
    expect(await post(await poster())).toMatchObject(refusal(409, 'X_PERMISSION_MISSING'))
    expect(await post(await newcomer(test))).toMatchObject(refusal(409, 'X_NOT_CONNECTED'))
    expect(posts).toEqual([])
  })

  it('is off unless configured [access.post-tweet-off]', async () => {
    for (const settings of [{ x: { ...x.settings, postingKey: null } }, { x: null }]) {
      const off = await testApp({ settings })
      expect(await post(await newcomer(off))).toMatchObject(refusal(403, 'X_POSTING_OFF'))
      await off.close()
    }
    expect(posts).toEqual([])
  })
})
