import { PUSH_RULES } from '@aura/api/rules/push'
import { generatePrivateKey } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { doDue, runAfter } from '../../../../tests/server/actors/battles.ts'
import { notice, notify, pushTo, SILENT_PUSH, tell, turnOnPush } from '../../../../tests/server/actors/notifying.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { rethrow } from '../../../../tests/server/rethrow.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { features } from '../../features.ts'
import { digestsDue } from './digests-due.ts'
import { pushesDue } from './pushes-due.ts'

const handed: { endpoint: string; message: Record<string, unknown> }[] = []
let answer: 'sent' | { retryAfterMs: number | null } | Promise<'sent'> = 'sent'
const push = {
  ...SILENT_PUSH,
  async send({ endpoint }: { endpoint: string }, payload: string) {
    handed.push({ endpoint, message: JSON.parse(payload) })
    return answer
  },
}

const test = openForAll(() => testApp({ push }))
beforeEach(async () => {
  // Sends the messages that the previous test left queued.
  answer = 'sent'
  await doDue(test.ctx)
  handed.length = 0
  answer = 'sent'
})

let browsers = 0
const endpoint = () => `https://fcm.googleapis.com/fcm/send/${++browsers}`
const isOn = async (actor: Actor, at: string) =>
  (await actor.call('GET /api/notifications/push', { query: { endpoint: at } })).isOn

async function inBrowsers(count: number): Promise<Actor[]> {
  const key = generatePrivateKey()
  const browsers = Array.from({ length: count }, () => new Actor(test, key))
  for (const browser of browsers) {
    test.ctx.clock.advance({ minutes: 1 })
    await browser.signIn()
  }
  return browsers
}

const sentTo = async () => {
  await doDue(test.ctx)
  return handed.splice(0).map((each) => each.endpoint)
}

describe('push notifications', () => {
  it('go to subscribed browsers only, with no more than they show', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const [phone, desk] = [endpoint(), endpoint()]
    await tell(ada)
    await turnOnPush(ada, phone)
    await turnOnPush(bo, desk)
    expect(await sentTo()).toEqual([])
    await tell(ada, { type: 'battle_challenge', title: 'bo challenged you', relatedId: 'b1' })
    await doDue(test.ctx)
    expect(handed).toEqual([
      {
        endpoint: phone,
        message: { id: expect.any(String), title: 'bo challenged you', message: 'It happened.', path: '/battles/b1' },
      },
    ])
    await tell(ada, { type: 'other', relatedId: 'b2' })
    await doDue(test.ctx)
    expect(handed[1]?.message).toMatchObject({ path: '/battles/b2' })
    handed.length = 0
    expect(await sentTo()).toEqual([])
    expect([await isOn(ada, phone), await isOn(ada, desk), await isOn(bo, desk)]).toEqual([true, false, true])
  })

  it('follow the preference of devices, whatever the bell’s is [notifications.channels]', async () => {
    const ada = await newcomer(test)
    await turnOnPush(ada, endpoint())
    const set = (type: 'battle_update' | 'steeze_update', channel: 'bell' | 'device') =>
      ada.call('POST /api/notifications/preferences', { body: { type, channel, isOn: false } })
    await set('battle_update', 'device')
    await set('steeze_update', 'bell')
    await sentTo()
    await tell(ada, { type: 'battle_update', title: 'listed' })
    expect(await sentTo()).toEqual([])
    await tell(ada, { type: 'steeze_update', title: 'sent' })
    expect(await sentTo()).toHaveLength(1)
    const shown = (await ada.call('GET /api/notifications')).map(({ title }) => title)
    expect([shown.includes('listed'), shown.includes('sent')]).toEqual([true, false])
  })

  it('of strangers are not sent, of people one knows and of one’s own battles are [notifications.strangers]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    await turnOnPush(ada, endpoint())
    const { id: actorId } = await bo.me()
    await sentTo()
    await tell(ada, { type: 'friend_streak', title: 'strange', actorId })
    expect(await sentTo()).toEqual([])
    await tell(ada, { type: 'battle_challenge', title: 'mine', actorId, isOwn: true })
    expect(await sentTo()).toHaveLength(1)
    await ada.call('PUT /api/follows/:id', { params: { id: actorId } })
    await tell(ada, { type: 'friend_streak', title: 'known', actorId })
    expect(await sentTo()).toHaveLength(1)
    const list = await ada.call('GET /api/notifications')
    const of = (title: string) => list.find((each) => each.title === title)?.fromStranger
    expect([of('strange'), of('mine'), of('known')]).toEqual([true, false, false])
  })

  it('beyond a number of one kind an hour come as one, once [notifications.digest]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const [phone, desk] = [endpoint(), endpoint()]
    await turnOnPush(ada, phone)
    await turnOnPush(bo, desk)
    await sentTo()
    const many = PUSH_RULES.singlyAnHour
    for (let n = 0; n < many + 3; n++) await tell(ada, { type: 'battle_update' })
    await tell(ada, { type: 'vouch_received' })
    await tell(bo, { type: 'battle_update' })
    const sent = await sentTo()
    expect([sent.filter((at) => at === phone).length, sent.filter((at) => at === desk).length]).toEqual([many + 1, 1])
    test.ctx.clock.advance({ minutes: 59 })
    await tell(ada, { type: 'battle_update' })
    expect(await sentTo()).toEqual([])

    test.ctx.clock.advance({ minutes: 1 })
    const servers = [digestsDue(test.ctx), digestsDue(test.ctx)]
    await Promise.all(servers.map((server) => server.runBatch()))
    await doDue(test.ctx)
    expect(handed.splice(0)).toEqual([
      { endpoint: phone, message: expect.objectContaining({ title: '4 more notifications' }) },
    ])
    test.ctx.clock.advance({ hours: 2 })
    expect(await sentTo()).toEqual([])
    // The bell lists each message, but not the digest.
    const titles = (await ada.call('GET /api/notifications')).map(({ title }) => title)
    expect(titles.filter((title) => title === 'Hello')).toHaveLength(many + 5)
    expect(titles).not.toContain('4 more notifications')

    for (let n = 0; n < many; n++) await tell(ada, { type: 'battle_update' })
    expect(await sentTo()).toHaveLength(many)
  })

  it('held back are dropped once their kind is muted, and mandatory kinds are never held back', async () => {
    const ada = await newcomer(test)
    await turnOnPush(ada, endpoint())
    await sentTo()
    for (let n = 0; n < PUSH_RULES.singlyAnHour + 2; n++) await tell(ada, { type: 'other' })
    expect(await sentTo()).toHaveLength(PUSH_RULES.singlyAnHour + 2)
    for (let n = 0; n < PUSH_RULES.singlyAnHour + 1; n++) await tell(ada, { type: 'steeze_update' })
    expect(await sentTo()).toHaveLength(PUSH_RULES.singlyAnHour)
    await ada.call('POST /api/notifications/preferences', {
      body: { type: 'steeze_update', channel: 'device', isOn: false },
    })
    test.ctx.clock.advance({ hours: 1 })
    expect(await sentTo()).toEqual([])
  })

  it('held back in one statement are counted in its order', async () => {
    const ada = await newcomer(test)
    await turnOnPush(ada, endpoint())
    await sentTo()
    const { id: userId } = await ada.me()
    const rows = Array.from({ length: PUSH_RULES.singlyAnHour + 1 }, (_, n) =>
      notice(userId, { type: 'battle_update', title: `Update ${n}` }),
    )
    await notify(test, ...rows)
    await doDue(test.ctx)
    const shown = handed.splice(0).map(({ message: { title } }) => title)
    expect(shown.sort()).toEqual(rows.slice(0, -1).map(({ title }) => title))
    await runAfter(test, { hours: 1 })
    expect(handed.map(({ message: { title } }) => title)).toEqual(['1 more notification'])
  })

  it('end when their owner turns them off', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const phone = endpoint()
    await turnOnPush(ada, phone)
    await bo.call('DELETE /api/notifications/push', { query: { endpoint: phone } })
    expect(await isOn(ada, phone)).toBe(true)
    await ada.call('DELETE /api/notifications/push', { query: { endpoint: phone } })
    await tell(ada)
    expect(await sentTo()).toEqual([])
  })

  it('end with the browser’s session, and belong to its next user', async () => {
    const [[ada, desk], bo] = [(await inBrowsers(2)) as [Actor, Actor], await newcomer(test)]
    const [phone, shared] = [endpoint(), endpoint()]
    await turnOnPush(ada, phone)
    await turnOnPush(desk, shared)
    await turnOnPush(bo, shared)
    expect(await sentTo()).toEqual([phone])
    await tell(ada)
    expect(await sentTo()).toEqual([phone])
    await tell(ada)
    await ada.call('POST /api/auth/logout')
    expect(await sentTo()).toEqual([])
    await tell(bo)
    expect(await sentTo()).toEqual([shared])
  })

  it('go to one address per browser: a new one replaces the old', async () => {
    const ada = await newcomer(test)
    const [old, fresh] = [endpoint(), endpoint()]
    for (const at of [old, fresh]) await turnOnPush(ada, at)
    expect([await isOn(ada, old), await isOn(ada, fresh)]).toEqual([false, true])
    await tell(ada)
    expect(await sentTo()).toEqual([fresh])
  })

  it('go to at most ten browsers per user: the least recently used one is dropped', async () => {
    const browsers = await inBrowsers(11)
    const bo = await newcomer(test)
    const [his, ...hers] = [endpoint(), ...browsers.map(endpoint)]
    await turnOnPush(bo, his)
    for (const [at, browser] of [...browsers.entries()].reverse()) await turnOnPush(browser, hers[at] as string)
    const on = await Promise.all(browsers.map((browser, at) => isOn(browser, hers[at] as string)))
    expect(on).toEqual([true, false, ...Array(9).fill(true)])
    expect(await isOn(bo, his)).toBe(true)
  })

  it('to slow browsers of one user take at most two slots', async () => {
    const [first, ...others] = (await inBrowsers(3)) as [Actor, ...Actor[]]
    for (const browser of [first, ...others]) await turnOnPush(browser, endpoint())
    await tell(first)
    const { promise, resolve } = Promise.withResolvers<'sent'>()
    answer = promise
    const due = pushesDue(test.ctx, { features, onError: rethrow })
    for (let batch = 0; batch < 4; batch++) await due.runBatch()
    expect(handed).toHaveLength(2)
    resolve('sent')
    await due.finish?.()
    answer = 'sent'
    expect(new Set(await sentTo()).size).toBe(3)
  })

  it('to a hanging service delay neither other users nor other services', async () => {
    const stuck: string[] = []
    const { promise: released, resolve: release } = Promise.withResolvers<'sent'>()
    const [apple, mozilla] = ['https://web.push.apple.com/', 'https://updates.push.services.mozilla.com/wpush/']
    const own = await testApp({
      push: {
        ...SILENT_PUSH,
        async send({ endpoint }: { endpoint: string }) {
          if (endpoint.startsWith(mozilla)) return 'sent'
          stuck.push(endpoint)
          return released
        },
      },
    })
    const people = await Promise.all(Array.from({ length: 40 }, () => newcomer(own)))
    for (const [at, actor] of people.entries()) await turnOnPush(actor, `${at < 39 ? apple : mozilla}${at}`)
    for (const { id: userId } of people) {
      await notify(own, ...Array.from({ length: 5 }, () => notice(userId)))
      own.ctx.clock.advance({ ms: 1 })
    }
    const due = pushesDue(own.ctx, { features, onError: rethrow })
    const waiting = () =>
      own.ctx.db.query(
        `select 1 from push_messages m join push_subscriptions s on s.id = m.subscription_id
         where s.endpoint like $1`,
        [`${mozilla}%`],
      )
    for (let round = 0; round < 30 && (await waiting()).length > 0; round++) await due.runBatch()
    expect(await waiting()).toEqual([])
    // A service gets at most its share, and a user at most two slots of it.
    expect(stuck.length).toBeGreaterThanOrEqual(16)
    expect(stuck.length).toBeLessThan(32)
    expect(Math.max(...[...Map.groupBy(stuck, (at) => at).values()].map((all) => all.length))).toBeLessThanOrEqual(2)
    release('sent')
    await due.finish?.()
    await own.close()
  })

  it('are retried later when undeliverable, and finally dropped', async () => {
    const ada = await newcomer(test)
    const phone = endpoint()
    await turnOnPush(ada, phone)
    answer = { retryAfterMs: null }
    await tell(ada)
    expect(await sentTo()).toEqual([phone])
    expect(await sentTo()).toEqual([])
    for (const ms of [30_000, 120_000, 480_000, 1_920_000]) {
      test.ctx.clock.advance({ ms: ms - 1 })
      expect(await sentTo()).toEqual([])
      test.ctx.clock.advance({ ms: 1 })
      expect(await sentTo()).toEqual([phone])
    }
    test.ctx.clock.advance({ days: 1 })
    expect(await sentTo()).toEqual([])
    expect(await isOn(ada, phone)).toBe(true)
  })

  it('are sent to known push services only, and with configured keys', async () => {
    const ada = await newcomer(test)
    const reply = await ada.send('POST', '/api/notifications/push', pushTo('https://evil.example/x'))
    expect(reply).toMatchObject(refusal(400, 'PUSH_SERVICE_UNKNOWN'))
    expect((await ada.call('GET /api/config')).push).toEqual({ publicKey: push.publicKey })
    const without = await testApp()
    const bo = await newcomer(without)
    expect(await bo.send('POST', '/api/notifications/push', pushTo(endpoint()))).toMatchObject(refusal(403, 'PUSH_OFF'))
    expect((await bo.call('GET /api/config')).push).toBeNull()
    await without.close()
  })
})
