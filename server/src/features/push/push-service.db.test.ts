import type { NotificationType } from '@aura/api/calls/notifications'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import webpush from 'web-push'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { doDue, runAfter } from '../../../../tests/server/actors/battles.ts'
import { tell as notify } from '../../../../tests/server/actors/notifying.ts'
import { PushBrowser, type PushService, startPushService, vapidClaims } from '../../../../tests/server/push-service.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { deleteGoneSubscription } from './store.ts'
import { retryAfterMs, webPush } from './web-push.ts'

const keys = webpush.generateVAPIDKeys()

let service: PushService
let test: TestApp
beforeAll(async () => {
  service = await startPushService()
  test = await testApp({ push: webPush({ ...keys, subject: 'mailto:ops@aura.example' }, { agent: service.agent }) })
})
afterAll(async () => {
  await test.close()
  await service.close()
})
beforeEach(async () => {
  // Messages of other tests may still be on their way.
  await test.ctx.db.query('delete from push_subscriptions')
  service.received.length = 0
  service.answer = { status: 201 }
})

let made = 0
async function listener(): Promise<{ actor: Actor; browser: PushBrowser; endpoint: string }> {
  const [actor, browser] = [await newcomer(test), new PushBrowser()]
  const endpoint = `https://fcm.googleapis.com/fcm/send/${++made}`
  await actor.call('POST /api/notifications/push', { body: { endpoint, keys: browser.keys } })
  return { actor, browser, endpoint }
}

async function tell(actor: Actor, title = 'Hello', type: NotificationType = 'other'): Promise<void> {
  await notify(actor, { title, type })
  await doDue(test.ctx)
}
const later = async (ms: number) => {
  await runAfter(test, { ms })
  return service.received.length
}
const isOn = async (actor: Actor, endpoint: string) =>
  (await actor.call('GET /api/notifications/push', { query: { endpoint } })).isOn

describe('a push message', () => {
  it('can be decrypted by its browser only, and identifies its server', async () => {
    const { actor, browser, endpoint } = await listener()
    await tell(actor, 'Ada challenged you 🔥')
    const [message, ...others] = service.received
    if (!message) throw new Error('nothing came')
    expect([message.endpoint, others]).toEqual([endpoint, []])
    expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm' })
    expect(JSON.parse(browser.read(message.body))).toMatchObject({
      title: 'Ada challenged you 🔥',
      message: 'It happened.',
      path: '/',
    })
    expect(() => new PushBrowser().read(message.body)).toThrow()
    expect(message.body.includes('challenged')).toBe(false)
    expect(vapidClaims(message.headers.authorization, keys.publicKey)).toMatchObject({
      aud: 'https://fcm.googleapis.com',
      sub: 'mailto:ops@aura.example',
    })
  })

  // A wrong urgency is late on a phone that sleeps; a long life brings news that are over.
  it.each([
    ['battle_update', 'high', 24],
    ['follow_live', 'high', 6],
    ['other', 'high', 24],
    ['streak_reminder', 'high', 12],
    ['security', 'high', 168],
    ['vouch_received', 'normal', 24],
    ['league_result', 'low', 72],
    ['recap', 'low', 1],
  ] as const)(
    'of the kind %s has the urgency %s and lives for %i hours [notifications.push-urgency]',
    async (type, urgency, hours) => {
      const noon = new Date(test.ctx.clock.now().getTime() + 86_400_000)
      noon.setUTCHours(12, 0, 0, 0)
      test.ctx.clock.set(noon.toISOString())
      const { actor } = await listener()
      await doDue(test.ctx)
      service.received.length = 0
      await tell(actor, 'Hello', type)
      expect(service.received.map(({ headers }) => headers)).toMatchObject([{ urgency, ttl: String(hours * 3_600) }])
    },
  )

  it('that is retried lives no longer than its news, and is dropped after it', async () => {
    const { actor } = await listener()
    service.answer = { status: 503, headers: { 'retry-after': '21000' } }
    await tell(actor, 'Live', 'follow_live')
    await later(21_000_000)
    expect(service.received.map(({ headers }) => headers.ttl)).toEqual(['21600', '600'])
    expect(await later(21_000_000)).toBe(2)
    expect(await test.ctx.db.query('select 1 from push_messages')).toEqual([])
  })

  it('to one browser keeps no other waiting, whatever its service answers [notifications.push-apart]', async () => {
    const [ada, bo] = [await listener(), await listener()]
    await doDue(test.ctx)
    for (const answer of [{ status: 429, headers: { 'retry-after': '86400' } }, { status: 400 }, { status: 500 }]) {
      service.answer = answer
      await tell(ada.actor)
      service.answer = { status: 201 }
      service.received.length = 0
      await tell(bo.actor)
      expect(service.received.map(({ endpoint }) => endpoint)).toEqual([bo.endpoint])
    }
  })

  it('is the last one once the browser is gone', async () => {
    const { actor, endpoint } = await listener()
    service.answer = { status: 410 }
    await tell(actor)
    expect([service.received.length, await isOn(actor, endpoint)]).toEqual([1, false])
    service.answer = { status: 201 }
    await tell(actor)
    expect(await later(86_400_000)).toBe(1)
  })

  it.each([
    [429, { 'retry-after': '120' }, 120_000],
    // A wait shorter than ours is ignored.
    [503, { 'retry-after': '1' }, 30_000],
  ])('waits as long as the service asks with %i %o, and arrives once', async (status, headers, ms) => {
    const { actor, browser } = await listener()
    service.answer = { status, headers }
    await tell(actor, 'Again')
    service.answer = { status: 201 }
    expect(await later(ms - 1)).toBe(1)
    expect(await later(1)).toBe(2)
    expect(JSON.parse(browser.read(service.received[1]?.body ?? Buffer.alloc(0)))).toMatchObject({ title: 'Again' })
    expect(await later(86_400_000)).toBe(2)
  })

  it('honours Retry-After in seconds or as a date', () => {
    const nowMs = Date.UTC(2026, 2, 2, 12)
    const asked = ['120', 'Mon, 02 Mar 2026 12:01:00 GMT', 'Mon, 02 Mar 2026 11:00:00 GMT', 'soon', undefined]
    expect(asked.map((header) => retryAfterMs(header, nowMs))).toEqual([120_000, 60_000, 0, null, null])
  })

  it('follows a browser to its new address, including queued messages', async () => {
    const { actor, endpoint } = await listener()
    const moved = new PushBrowser()
    service.answer = { status: 503 }
    await tell(actor, 'On its way')
    service.answer = { status: 201 }
    const fresh = `https://fcm.googleapis.com/fcm/send/${++made}`
    await actor.call('POST /api/notifications/push', {
      body: { endpoint: fresh, keys: moved.keys, replaces: endpoint },
    })
    expect([await isOn(actor, endpoint), await isOn(actor, fresh)]).toEqual([false, true])
    expect(await later(30_000)).toBe(3)
    const titles = service.received.slice(1).map(({ endpoint: at, body }) => [at, JSON.parse(moved.read(body)).title])
    expect(titles.sort()).toEqual([
      [fresh, 'Notifications were turned on in a browser'],
      [fresh, 'On its way'],
    ])
    // A page and its worker may both notice the change, or the page was left before it got the response.
    for (const replaces of [fresh, endpoint]) {
      await actor.call('POST /api/notifications/push', { body: { endpoint: fresh, keys: moved.keys, replaces } })
      expect([await isOn(actor, endpoint), await isOn(actor, fresh), await later(0)]).toEqual([false, true, 3])
    }
  })

  it('reaches a browser again whose old address is gone before the new one is reported', async () => {
    const { actor, endpoint } = await listener()
    service.answer = { status: 410 }
    await tell(actor)
    service.answer = { status: 201 }
    const moved = new PushBrowser()
    const fresh = { endpoint: `${endpoint}-new`, keys: moved.keys }
    const late = await actor.send('POST', '/api/notifications/push', { ...fresh, replaces: endpoint })
    expect(late.body.code).toBe('PUSH_SUBSCRIPTION_NOT_FOUND')
    await actor.call('POST /api/notifications/push', { body: fresh })
    service.received.length = 0
    await tell(actor, 'Here')
    expect(service.received.map(({ body }) => JSON.parse(moved.read(body)).title)).toContain('Here')
  })

  it('stays where it moved to while its old address was called gone', async () => {
    const { actor, endpoint } = await listener()
    const { id: userId } = await actor.me()
    const [row] = await test.ctx.db.query<{ id: string }>('select id from push_subscriptions where user_id = $1', [
      userId,
    ])
    const fresh = `${endpoint}-new`
    await actor.call('POST /api/notifications/push', {
      body: { endpoint: fresh, keys: new PushBrowser().keys, replaces: endpoint },
    })
    const subscriptionId = row?.id ?? ''
    await deleteGoneSubscription(test.ctx.db, { subscriptionId, endpoint })
    expect(await isOn(actor, fresh)).toBe(true)
    await deleteGoneSubscription(test.ctx.db, { subscriptionId, endpoint: fresh })
    expect(await isOn(actor, fresh)).toBe(false)
  })

  it('can only be redirected by the subscription’s owner', async () => {
    const [{ actor, endpoint }, other] = [await listener(), await newcomer(test)]
    const body = { endpoint: `${endpoint}-new`, keys: new PushBrowser().keys, replaces: endpoint }
    const refused = await other.send('POST', '/api/notifications/push', body)
    expect([refused.status, refused.body.code]).toEqual([404, 'PUSH_SUBSCRIPTION_NOT_FOUND'])
    expect([await isOn(actor, endpoint), await isOn(other, body.endpoint)]).toEqual([true, false])
    const elsewhere = { ...body, endpoint: 'https://evil.example/x' }
    expect((await actor.send('POST', '/api/notifications/push', elsewhere)).body.code).toBe('PUSH_SERVICE_UNKNOWN')
    const { endpoint: others, actor: before } = await listener()
    await actor.call('POST /api/notifications/push', { body: { ...body, endpoint: others } })
    expect([await isOn(actor, others), await isOn(before, others)]).toEqual([true, false])
  })
})
