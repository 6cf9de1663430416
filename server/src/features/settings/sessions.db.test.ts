import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { openStream } from '../../../../tests/server/live-stream.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const START = '2026-03-02T12:00:00Z'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const test = openForAll(() => testApp({ clock }))
const clock = new TestClock(START)
beforeEach(() => clock.set(START))

const sessions = (actor: Actor) => actor.call('GET /api/user/sessions')

async function alsoOn(actor: Actor, userAgent: string, privateKey: `0x${string}`): Promise<Actor> {
  const other = new Actor(test, privateKey)
  const body = await other.signedMessage()
  const reply = await other.send('POST', '/api/auth/wallet', body, { 'user-agent': userAgent })
  expect(reply.status).toBe(200)
  expect((await other.me()).id).toBe((await actor.me()).id)
  return other
}

const KEYS = { ada: `0x${'a1'.repeat(32)}`, bo: `0x${'b2'.repeat(32)}`, cy: `0x${'c3'.repeat(32)}` } as const

async function withTwo(key: `0x${string}`) {
  const here = new Actor(test, key)
  await here.signIn()
  const phone = await alsoOn(here, IPHONE, key)
  return { here, phone }
}

describe('sessions', () => {
  it('are listed with browser and last use, the current one first', async () => {
    const { here, phone } = await withTwo(KEYS.ada)
    clock.advance({ hours: 2 })
    await phone.me()
    expect(await sessions(here)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        browser: null,
        system: null,
        isPhone: false,
        createdAt: '2026-03-02T12:00:00.000Z',
        lastUsedAt: '2026-03-02T14:00:00.000Z',
        endsAt: '2026-08-29T12:00:00.000Z',
        isCurrent: true,
      },
      expect.objectContaining({ browser: 'Safari', system: 'iPhone', isPhone: true, isCurrent: false }),
    ])
    expect((await sessions(phone)).map(({ browser, isCurrent }) => [browser, isCurrent])).toEqual([
      ['Safari', true],
      [null, false],
    ])
  })

  it('exclude expired ones, other users’, and tokens', async () => {
    const { here, phone } = await withTwo(KEYS.bo)
    clock.advance({ days: 29 })
    await here.me()
    clock.advance({ days: 2 })
    const listed = await sessions(here)
    expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true])
    expect(JSON.stringify(listed)).not.toContain(here.cookies.get('aura_session'))
    expect(phone.cookies.has('aura_session')).toBe(true)
    expect(await sessions(await newcomer(test))).toHaveLength(1)
  })
})

describe('ending one', () => {
  it('signs that browser out at once, closes its streams, and leaves the others', async () => {
    const { here, phone } = await withTwo(KEYS.cy)
    const stream = await openStream(test, phone, 'user')
    await stream.next()
    const [, other] = await sessions(here)
    expect(await here.call('POST /api/user/sessions/:id/end', { params: { id: other?.id ?? '' } })).toEqual({
      ok: true,
    })
    await stream.ended
    expect(await phone.send('GET', '/api/auth/user')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect((await here.send('GET', '/api/auth/user')).status).toBe(200)
    expect(await sessions(here)).toHaveLength(1)
    const again = await here.send('POST', `/api/user/sessions/${other?.id}/end`)
    expect(again).toMatchObject(refusal(404, 'SESSION_NOT_FOUND'))
  })

  it('is refused for another user’s and unknown ids, and ends nothing', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const [hers] = await sessions(ada)
    const end = (actor: Actor, id: string) => actor.send('POST', `/api/user/sessions/${id}/end`)
    expect(await end(bo, hers?.id ?? '')).toMatchObject(refusal(404, 'SESSION_NOT_FOUND'))
    expect(await end(bo, 'f'.repeat(64))).toMatchObject(refusal(404, 'SESSION_NOT_FOUND'))
    expect((await ada.send('GET', '/api/auth/user')).status).toBe(200)
  })
})

describe('ending the others', () => {
  it('ends all but the current one, for this user only, and is idempotent', async () => {
    const key = `0x${'d4'.repeat(32)}` as const
    const { here, phone } = await withTwo(key)
    const third = await alsoOn(here, 'curl/8', key)
    const bo = await newcomer(test)
    expect(await here.call('POST /api/user/sessions/end-others')).toEqual({ ended: 2 })
    for (const gone of [phone, third])
      expect(await gone.send('GET', '/api/auth/user')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    for (const kept of [here, bo]) expect((await kept.send('GET', '/api/auth/user')).status).toBe(200)
    expect(await here.call('POST /api/user/sessions/end-others')).toEqual({ ended: 0 })
  })
})
