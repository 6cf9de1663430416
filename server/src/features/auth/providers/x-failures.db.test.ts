import { beforeEach, describe, expect, it } from 'vitest'
import type { Settings } from '#platform/settings'
import { Actor, signedUp } from '../../../../../tests/server/actors/actors.ts'
import { comeBack, consent, leaveForX, sentTo, viaX } from '../../../../../tests/server/actors/x-actor.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { MISBEHAVIOURS, serveLocally } from '../../../../../tests/server/local-server.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { testAppWithX } from '../../../../../tests/server/test-app-with-x.ts'
import { trimTables } from '../../../../../tests/server/trim-tables.ts'

const test = openForAll(testAppWithX)
beforeEach(() => test.ctx.clock.advance({ hours: 2 }))

const state = () => databaseState(test.ctx.db, { except: ['provider_flows'] })

async function expectOutcome(outcome: string, trip: (ada: Actor) => Promise<string>): Promise<void> {
  const ada = new Actor(test)
  const before = await state()
  expect(await trip(ada)).toBe(`/?join=1&next=%2Fstreak&x=${outcome}`)
  expect(ada.cookies.has('aura_session')).toBe(false)
  expect(await state()).toEqual(before)
}
const next = { next: '/streak' }

describe('returning from X', () => {
  it('with a wrong or missing state is refused [access.x-pkce-state]', async () => {
    const ada = new Actor(test)
    const path = await consent(await leaveForX(ada))
    for (const wrong of [
      path.replace(/state=[^&]+/, `state=${'s'.repeat(43)}`),
      path.replace(/&?state=[^&]+/, ''),
      '/api/auth/twitter/callback',
    ]) {
      expect(await comeBack(ada, wrong)).toBe('/?join=1&x=state')
    }
    expect(ada.cookies.has('aura_session')).toBe(false)
    expect(await comeBack(ada, path)).toBe('/')
  })

  it('after ten minutes is refused', async () => {
    await expectOutcome('expired', async (ada) => {
      const path = await consent(await leaveForX(ada, next))
      test.ctx.clock.advance({ minutes: 10 })
      return (await comeBack(ada, path)).replace('/?join=1&x', '/?join=1&next=%2Fstreak&x')
    })
    const ada = new Actor(test)
    const path = await consent(await leaveForX(ada))
    test.ctx.clock.advance({ minutes: 10, ms: -1 })
    expect(await comeBack(ada, path)).toBe('/')
  })

  it('with a code used elsewhere is refused', () =>
    expectOutcome('code', async (ada) => {
      const bo = new Actor(test)
      const used = await consent(await leaveForX(bo))
      const code = new URLSearchParams(used.split('?')[1]).get('code') ?? ''
      const mine = await consent(await leaveForX(ada, next))
      return comeBack(ada, mine.replace(/code=[^&]+/, `code=${code}`))
    }))

  it.each([
    ['no code', (path: string) => path.replace(/code=[^&]+&?/, '')],
    ['two codes', (path: string) => `${path}&code=another`],
  ])('with %s is refused, and does not make X look down for others', async (_, change) => {
    await expectOutcome('code', async (ada) => comeBack(ada, change(await consent(await leaveForX(ada, next)))))
    expect((await leaveForX(new Actor(test))).pathname).toMatch(/\/authorize$/)
  })

  it('while X hands out no token reports that X is down', () =>
    expectOutcome('down', async (ada) => {
      const path = await consent(await leaveForX(ada, next))
      test.x.server.service.once('beforeResponse', (response) => {
        response.statusCode = 503
      })
      return comeBack(ada, path)
    }))

  // Each is X's answer about one person, which must not stop anyone else.
  it.each<[string, string, number, object, string]>([
    ['a token that X rejects', 'beforeUserinfo', 401, { title: 'Unauthorized' }, 'token'],
    ['a limit of requests for tokens', 'beforeResponse', 429, {}, 'limited'],
    ['a limit of requests for profiles', 'beforeUserinfo', 429, { title: 'Too Many Requests' }, 'limited'],
    ['an error in place of a profile', 'beforeUserinfo', 500, {}, 'down'],
    ['no profile', 'beforeUserinfo', 200, { errors: [{ title: 'Not Found Error' }] }, 'profile'],
    [
      'a handle that X doesn’t allow',
      'beforeUserinfo',
      200,
      { data: { id: '5', username: '<b>', name: 'A' } },
      'profile',
    ],
    ['an id alone', 'beforeUserinfo', 200, { data: { id: '5' } }, 'profile'],
  ])('with %s fails for this person alone [access.x-own-failure]', async (_, event, statusCode, body, says) => {
    await expectOutcome(says, async (ada) => {
      const path = await consent(await leaveForX(ada, next))
      test.x.server.service.once(event, (response) => Object.assign(response, { statusCode, body }))
      return comeBack(ada, path)
    })
    expect((await leaveForX(new Actor(test))).pathname).toMatch(/\/authorize$/)
  })

  it('with a name and an image address of any length signs in, with the first 50 letters [access.x-own-failure]', async () => {
    const ada = new Actor(test)
    const { person } = test.x
    test.x.person = { id: '77', username: 'long_name', name: 'Łó'.repeat(300), profile_image_url: 'x'.repeat(3_000) }
    expect(await viaX(ada)).toBe('/')
    expect((await ada.me()).firstName).toBe('Łó'.repeat(25))
    test.x.person = person
  })
})

it('an X that never answers blocks nobody', async () => {
  const odd = await serveLocally((_, response) => MISBEHAVIOURS.silent(response))
  const at = (settings: Partial<NonNullable<Settings['x']>>) =>
    testApp({ settings: { x: { ...test.x.settings, ...settings } }, limits: { providerTimeoutMs: 500 } })
  const [noTokens, nobody] = [await at({ tokenUrl: odd.url }), await at({ userUrl: odd.url })]
  try {
    for (const app of [noTokens, nobody]) expect(await viaX(new Actor(app))).toBe('/?join=1&x=down')
    // Only the token endpoint answers for X as a whole.
    const start = async (app: TestApp) => sentTo(await new Actor(app).send('GET', '/api/auth/twitter'))
    expect(await start(noTokens)).toBe('/?join=1&x=down')
    expect(await start(nobody)).toMatch(/\/authorize\?/)
    await expect.poll(() => odd.open(), { timeout: 60_000 }).toBe(0)
  } finally {
    await noTokens.close()
    await nobody.close()
    odd.close()
  }
})

describe('leaving for X', () => {
  it('starts from our pages or a typed address, not from another site', async () => {
    const ada = new Actor(test)
    const from = (site: string) => ada.send('GET', '/api/auth/twitter', undefined, { 'sec-fetch-site': site })
    expect(sentTo(await from('cross-site'))).toBe('/?join=1&x=state')
    for (const site of ['none', 'same-origin']) expect(sentTo(await from(site))).toMatch(/\/authorize\?/)
  })

  it('sets a cookie that scripts cannot read and that survives the return from X', async () => {
    const { headers } = await new Actor(test).send('GET', '/api/auth/twitter')
    expect(String(headers['set-cookie'])).toMatch(/^aura_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('without X configured returns with a message, and pages hide it [access.x-hidden-elsewhere]', async () => {
    const without = await testApp()
    const [ada, visitor] = [await signedUp(without), new Actor(without)]
    expect(await comeBack(visitor, '/api/auth/twitter?next=/streak')).toBe('/?join=1&next=%2Fstreak&x=off')
    expect(await comeBack(ada, '/api/auth/twitter?next=/streak')).toBe('/streak?x=off')
    expect(await comeBack(visitor, '/api/auth/twitter/callback?state=a&code=b')).toBe('/?join=1&x=off')
    expect((await visitor.call('GET /api/config')).providers).toEqual([])
    expect((await new Actor(test).call('GET /api/config')).providers).toEqual([{ id: 'x', name: 'X', isChannel: true }])
    await without.close()
  })

  it('too often, or during a database outage, also returns to a page', async () => {
    const strict = await testApp({
      settings: { x: test.x.settings },
      limits: { rates: { ...test.ctx.limits.rates, auth: { max: 1, windowMs: 60_000 } } },
    })
    const visitor = new Actor(strict)
    await leaveForX(visitor)
    expect(await comeBack(visitor, '/api/auth/twitter?next=/streak')).toBe('/?join=1&next=%2Fstreak&x=busy')
    await strict.close()
  })

  it('by prefetch consumes nothing', async () => {
    const ada = new Actor(test)
    const path = await consent(await leaveForX(ada))
    expect((await ada.send('HEAD', path)).status).toBe(404)
    expect(await comeBack(ada, path)).toBe('/')
  })
})

it('deletes expired flows after an hour', async () => {
  // Those of other tests go first.
  test.ctx.clock.advance({ hours: 2 })
  await trimTables(test.ctx)
  await leaveForX(new Actor(test))
  test.ctx.clock.advance({ hours: 1, minutes: 9 })
  await trimTables(test.ctx)
  expect(await test.ctx.db.query('select 1 from provider_flows')).toHaveLength(1)
  test.ctx.clock.advance({ minutes: 2 })
  await trimTables(test.ctx)
  expect(await test.ctx.db.query('select 1 from provider_flows')).toEqual([])
})
