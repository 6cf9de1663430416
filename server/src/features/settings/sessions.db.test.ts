import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer, signedUp } from '../../../../tests/server/actors/actors.ts'
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

async function alsoOn({ wallet }: Actor, userAgent: string): Promise<Actor> {
  const other = new Actor(test, wallet)
  const body = await other.signedMessage()
  expect(await other.send('POST', '/api/auth/wallet', body, { 'user-agent': userAgent })).toMatchObject({ status: 200 })
  return other
}

async function withTwo() {
  const here = await signedUp(test)
  return { here, phone: await alsoOn(here, IPHONE) }
}

describe('sessions', () => {
  it('are listed with browser and last use, the current one first', async () => {
    const { here, phone } = await withTwo()
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
    const { here, phone } = await withTwo()
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

it('ending one signs that browser out at once, closes its streams, and leaves the others', async () => {
  const { here, phone } = await withTwo()
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

it('ending the others ends all but the current one, for this user only, and is idempotent', async () => {
  const { here, phone } = await withTwo()
  const third = await alsoOn(here, 'curl/8')
  const bo = await newcomer(test)
  expect(await here.call('POST /api/user/sessions/end-others')).toEqual({ ended: 2 })
  for (const gone of [phone, third])
    expect(await gone.send('GET', '/api/auth/user')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  for (const kept of [here, bo]) expect((await kept.send('GET', '/api/auth/user')).status).toBe(200)
  expect(await here.call('POST /api/user/sessions/end-others')).toEqual({ ended: 0 })
})
