import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { BreakableDb } from '../../../../tests/server/database/breakable-db.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const broken = new BreakableDb()
const test = openForAll(() => testApp({ wrapDb: broken.wrap }))
let ada: Actor
beforeEach(async () => {
  ada = await newcomer(test)
})
afterEach(() => broken.mend())

const failing = (fields: object) => Object.assign(new Error('password of user aura at 10.0.0.7 is hunter2'), fields)

const ask = () =>
  Promise.all([
    ada.send('GET', '/api/auth/user'),
    ada.send('GET', '/api/stats'),
    ada.send('POST', '/api/auth/update-profile', { username: 'another' }),
    ada.send('GET', '/api/check-username?username=somebody'),
  ])

describe('an unexpected failure', () => {
  it.each([
    ['a bug', {}],
    ['a statement that is wrong', { code: '42703' }],
    ['a constraint nobody thought of', { code: '23505', constraint: 'secret_name' }],
    ['one that calls itself a client’s fault', { statusCode: 302 }],
  ])('answers 500 without details and with its id: %s [frame.error-500-no-details]', async (_, fields) => {
    broken.break(failing(fields))
    for (const reply of await ask()) {
      expect(reply.body).toEqual({
        code: 'INTERNAL',
        message: 'Something went wrong on our side',
        requestId: reply.headers['x-request-id'],
      })
      expect(reply.status).toBe(500)
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(JSON.stringify(reply)).not.toMatch(/hunter2|secret_name/)
    }
  })
})

describe('a database that is unreachable', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    '08006',
    '57P01',
    '57P03',
    '53300',
  ])('is reported as an outage: %s', async (code) => {
    broken.break(failing({ code }))
    for (const reply of await ask()) {
      expect(reply).toMatchObject(refusal(503, 'UNAVAILABLE'))
      expect(reply.body.requestId).toBe(reply.headers['x-request-id'])
      expect(JSON.stringify(reply)).not.toContain('hunter2')
    }
    expect(await ada.send('GET', '/readyz')).toMatchObject({ status: 503, body: { ok: false } })
    expect(await ada.send('GET', '/healthz')).toMatchObject({ status: 200, body: { ok: true } })
  })

  it('is used again without intervention', async () => {
    broken.break(failing({ code: '08006' }))
    await ask()
    broken.mend()
    expect(await ada.send('GET', '/readyz')).toMatchObject({ status: 200, body: { ok: true } })
    expect((await ask()).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})
