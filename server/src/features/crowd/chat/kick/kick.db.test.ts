import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { Actor } from '../../../../../../tests/server/actors/actors.ts'
import { acceptedBattle, doDue, readBattle, STARTS_AT } from '../../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../../tests/server/database/database-state.ts'
import { refusal } from '../../../../../../tests/server/refusal.ts'
import { kickBody, type SmallKick, startSmallKick } from '../../../../../../tests/server/small-kick.ts'
import { type TestApp, testApp } from '../../../../../../tests/server/test-app.ts'
import type { Context } from '../../../../platform/context.ts'
import type { Queryable } from '../../../../platform/db/db.ts'
import { createLive } from '../../../../platform/live/live.ts'
import { deleteLinkedAccount, insertLinkedAccount } from '../../../providers/index.ts'
import { cheersDue } from '../../cheers/store-cheers.ts'
import { chatMetrics } from '../chat-metrics.ts'
import { kickCheersDue } from './count-kick-cheers.ts'
import { kickInbox } from './kick-inbox.ts'
import { kickSubscriptionsDue } from './kick-subscriptions.ts'

const metrics = chatMetrics()
const closing: (() => unknown)[] = []
const logged: Record<string, unknown>[] = []
let kick: SmallKick
let test: TestApp
let ada: Actor & { id: string }
let id: string
let channelId = 700

beforeAll(async () => {
  kick = await startSmallKick()
  test = await testApp({
    settings: { kickApiUrl: kick.apiUrl, providers: [kick.provider] },
    logged: (line) => line.level === 40 && logged.push(line),
  })
})
afterAll(async () => {
  await test.close()
  await kick.close()
})
beforeEach(async () => {
  kick.refuses = null
  kick.beforeList = null
  kick.subscriptions.clear()
  Object.assign(metrics.lines, chatMetrics().lines)
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  ;({ ada, id } = await acceptedBattle(test))
  await link(ada, ++channelId)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await test.ctx.db.query('delete from battle_chats')
})

const handle = () => `ada-${channelId}`
const link = ({ id: userId }: { id: string }, subject: number) =>
  insertLinkedAccount(test.ctx.db, { provider: 'kick', subject: `${subject}`, userId, handle: handle(), now: null })

/** A server with its own jobs. Requests reach the first one. */
function server(live = test.ctx.live, own: Partial<Context> = {}) {
  const warned: object[] = []
  const hear = (facts: object) => void warned.push(facts)
  const ctx = { ...test.ctx, live, chatMetrics: metrics, ...own }
  const subscriptions = kickSubscriptionsDue(ctx, { log: { info: hear, warn: hear, error: hear } })
  const cheers = kickCheersDue(ctx)
  if (!subscriptions || !cheers) throw new Error('chats of Kick are off')
  const finish = async () => subscriptions.finish?.()
  closing.push(finish)
  return {
    ...{ warned, finish, tick: () => subscriptions.runBatch() },
    ...{ count: () => cheers.runBatch(), finishCounting: async () => cheers.finish?.() },
  }
}

const params = () => ({ id, provider: 'kick' as const })
const start = () => ada.call('PUT /api/battles/:id/chats/:provider', { params: params() })
const cheers = () => new Actor(test).call('GET /api/battles/:id/cheers', { params: { id } })
const subscribed = () => [...kick.subscriptions.values()].map(({ broadcaster_user_id: of }) => of)

async function goLive() {
  test.ctx.clock.set(new Date(Date.parse(STARTS_AT) - 60_000))
  await start()
  test.ctx.clock.set(STARTS_AT)
  await doOther()
}
/** Runs what is due, without the jobs of Kick. */
async function doOther() {
  Object.assign(test.ctx.settings, { kickApiUrl: null })
  await doDue(test.ctx)
  Object.assign(test.ctx.settings, { kickApiUrl: kick.apiUrl })
}

type Headers = Record<string, string | undefined>
async function deliver(body: string, headers: Headers = kick.headers(body, { at: test.ctx.clock.now() })) {
  const present = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
  const reply = await test.app.inject({
    method: 'POST',
    url: '/api/chats/kick',
    headers: present as Record<string, string>,
    body,
  })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
}
const says = (viewerId: number, text: string, more: { id?: string; channelId?: number } = {}) =>
  deliver(kickBody({ channelId, viewerId, text, ...more }))
const store = () => cheersDue(test.ctx).runBatch()

it('Kick is asked for a channel’s messages while it takes part, and no longer [battles.chat]', async () => {
  test.ctx.clock.set(new Date(Date.parse(STARTS_AT) - 60_000))
  kick.subscriptions.set('left', { id: 'left', broadcaster_user_id: 1, event: 'chat.message.sent' })
  kick.subscriptions.set('other', { id: 'other', broadcaster_user_id: 1, event: 'channel.followed' })
  const { tick } = server()
  await tick()
  expect([...kick.subscriptions.keys()]).toEqual(['other'])
  kick.subscriptions.clear()
  expect(await ada.call('GET /api/battles/:id/chats', { params: { id } })).toEqual([
    { provider: 'kick', channel: handle() },
  ])
  await Promise.all([start(), start()])
  const chat = { participantId: ada.id, provider: 'kick', channel: handle() }
  expect((await cheers()).chats).toEqual([{ ...chat, isConnected: false }])
  test.changedTopics()
  await tick()
  await tick()
  expect(subscribed()).toEqual([channelId])
  expect((await cheers()).chats).toEqual([{ ...chat, isConnected: true }])
  expect(test.changedTopics()).toEqual([`cheers:${id}`])
  // Kick may end it by itself.
  kick.subscriptions.clear()
  test.ctx.clock.advance({ ms: test.ctx.limits.chat.subscriptionMs })
  await tick()
  expect(subscribed()).toEqual([channelId])
  await ada.call('DELETE /api/battles/:id/chats/:provider', { params: params() })
  await tick()
  expect(subscribed()).toEqual([])
  await start()
  await tick()
  await deleteLinkedAccount(test.ctx.db, ada.id, 'kick')
  await tick()
  expect([subscribed(), (await cheers()).chats]).toEqual([[], []])
})

it('its end ends it; of two servers one subscribes, and the other takes over', async () => {
  await goLive()
  const [one, two] = [server(), server(createLive(test.ctx))]
  await one.tick()
  await two.tick()
  expect(subscribed()).toEqual([channelId])
  await one.finish()
  expect((await cheers()).chats).toMatchObject([{ isConnected: false }])
  await two.tick()
  expect(subscribed()).toEqual([channelId])
  expect((await cheers()).chats).toMatchObject([{ isConnected: true }])
  test.ctx.clock.set((await readBattle(ada, id)).endsAt)
  await one.tick()
  expect(subscribed()).toEqual([])
  expect(await test.ctx.db.query('select from battle_chats')).toEqual([])
})

it('a chat that another server starts and subscribes to during a comparison stays subscribed', async () => {
  test.ctx.clock.set(new Date(Date.parse(STARTS_AT) - 60_000))
  const [one, two] = [server(), server(createLive(test.ctx))]
  kick.beforeList = async () => {
    kick.beforeList = null
    await start()
    await one.tick()
    expect(subscribed()).toEqual([channelId])
  }
  await two.tick()
  expect(kick.beforeList).toBeNull()
  expect(subscribed()).toEqual([channelId])
})

it('a Kick that refuses is asked again after growing pauses, and logged once', async () => {
  await goLive()
  const { tick, warned } = server()
  kick.refuses = 500
  const before = kick.asked.length
  for (let seconds = 0; seconds < 60; seconds++) {
    await tick()
    test.ctx.clock.advance({ ms: 1_000 })
  }
  expect(kick.asked.length - before).toBe(6)
  expect(warned).toHaveLength(1)
  expect((await cheers()).chats).toMatchObject([{ isConnected: false }])
  kick.refuses = null
  test.ctx.clock.advance({ ms: test.ctx.limits.chat.backOff.maxMs })
  await tick()
  expect((await cheers()).chats).toMatchObject([{ isConnected: true }])
})

it('signed messages are cheers, once for each viewer and message on all servers, and change nothing else [battles.chat]', async () => {
  await goLive()
  const [one, two] = [server(), server(createLive(test.ctx))]
  await one.tick()
  const except = ['battle_cheers', 'battle_chats', 'chat_seen', 'accounts_to_relate', 'related_pairs', 'related_state']
  const all = { except: [...except, 'trust_state'] }
  const [before, score] = [await databaseState(test.ctx.db, all), await readBattle(new Actor(test), id)]
  for (const [viewer, text] of [
    [1, '!left'],
    [2, '!right'],
    [3, '❤️ [emote:37226:KEKW]'],
    [4, 'hello'],
    [5, '!aura'],
    [1, '!left'],
  ] as const) {
    expect(await says(viewer, text)).toEqual({ status: 200, body: null })
  }
  expect((await says(6, '!left', { channelId: 1 })).status).toBe(200)
  expect((await says(7, '!right', { id: 'twice' })).status).toBe(200)
  expect((await says(7, '!right', { id: 'twice' })).status).toBe(200)
  await one.count()
  await store()
  expect(await cheers()).toMatchObject({ challenger: 2, opponent: 2 })
  // Another server, in another interval, gets the message again, as any app could send it.
  test.ctx.clock.advance({ ms: test.ctx.limits.chat.intervalMs })
  await says(7, '!right', { id: 'twice' })
  await two.count()
  await one.count()
  await says(7, '!right')
  await one.count()
  await store()
  expect(await cheers()).toMatchObject({ challenger: 2, opponent: 3 })
  expect(metrics.lines).toMatchObject({ cheer: 5, too_soon: 1, repeated: 2, unsigned: 0 })
  expect(await databaseState(test.ctx.db, all)).toEqual(before)
  const { serverTime: _, ...shown } = await readBattle(new Actor(test), id)
  expect(score).toMatchObject(shown)
  const kept = JSON.stringify(await test.ctx.db.query('select key from chat_seen'))
  expect(kept).not.toMatch(/twice|kick/)
})

it('cheers that wait when the server stops are stored, though the job that stores them has finished', async () => {
  await goLive()
  const { finishCounting } = server()
  await says(1, '!left')
  await cheersDue(test.ctx).finish?.()
  await finishCounting()
  expect(await cheers()).toMatchObject({ challenger: 1 })
})

it('after a failure, messages that chats hear wait if there is room, and are counted once', async () => {
  await goLive()
  const live = createLive(test.ctx)
  const inbox = kickInbox(live, 3)
  const now = test.ctx.clock.now().getTime()
  const add = (viewerId: string, of = channelId) =>
    inbox.add({ id: randomUUID(), channelId: `${of}`, viewerId, text: '!left', sentAtMs: now })
  const { db } = test.ctx
  let isAway = true
  const failing = ({ query }: Queryable): Queryable => ({
    query(text, values) {
      if (!isAway || !text.includes('do update')) return query(text, values)
      // Two more arrive meanwhile.
      for (const viewerId of ['3', '4']) add(viewerId)
      throw new Error('the database is away')
    },
  })
  const { count } = server(live, {
    db: { ...db, ...failing(db), tx: (work) => db.tx((tx) => work({ ...tx, ...failing(tx) })) },
  })
  for (const viewerId of ['1', '2']) add(viewerId)
  add('5', 1)
  await expect(count()).rejects.toThrow('away')
  expect(metrics.lines).toMatchObject({ cheer: 0, repeated: 0, other: 1, over_rate: 1 })
  isAway = false
  await count()
  expect(metrics.lines).toMatchObject({ cheer: 3, too_soon: 0, repeated: 0, other: 1, over_rate: 1 })
})

it('messages of before the start, and after the end, count nothing', async () => {
  test.ctx.clock.set(new Date(Date.parse(STARTS_AT) - 60_000))
  await start()
  const { count } = server()
  await says(1, '!left')
  await count()
  await says(2, '!left')
  test.ctx.clock.set(STARTS_AT)
  await doOther()
  await count()
  test.ctx.clock.set((await readBattle(ada, id)).endsAt)
  await says(3, '!left')
  await count()
  await store()
  expect(await cheers()).toMatchObject({ challenger: 0, opponent: 0 })
})

it('unsigned, old, changed, oversized and foreign requests are refused, counted and logged once [battles.chat]', async () => {
  await goLive()
  const { count } = server()
  logged.length = 0
  const body = kickBody({ channelId, viewerId: 1, text: '!left' })
  const signed = () => kick.headers(body, { at: test.ctx.clock.now() })
  const unauthorized = refusal(401, 'UNAUTHORIZED')
  for (const name of ['message-id', 'message-timestamp', 'signature']) {
    expect(await deliver(body, { ...signed(), [`kick-event-${name}`]: undefined })).toMatchObject(unauthorized)
  }
  const other = await startSmallKick()
  closing.push(other.close)
  for (const [sent, headers] of [
    [body, { ...signed(), 'kick-event-message-id': 'another' }],
    [body, { ...signed(), 'kick-event-message-timestamp': '2026-03-02T16:00:01Z' }],
    [body, { ...signed(), 'kick-event-signature': 'A'.repeat(344) }],
    [body, { ...signed(), 'kick-event-signature': '*'.repeat(344) }],
    [`${body} `, signed()],
    [body, other.headers(body, { at: test.ctx.clock.now() })],
  ] as const) {
    expect(await deliver(sent, headers)).toMatchObject(unauthorized)
  }
  const { webhookMs, webhookBytes } = test.ctx.limits.chat
  for (const awayMs of [-webhookMs - 1_000, webhookMs + 1_000]) {
    const at = new Date(test.ctx.clock.now().getTime() + awayMs)
    expect(await deliver(body, kick.headers(body, { at }))).toMatchObject(refusal(400, 'INVALID_REQUEST'))
  }
  const long = kickBody({ channelId, viewerId: 1, text: 'x'.repeat(webhookBytes) })
  expect(await deliver(long)).toMatchObject(refusal(413, 'PAYLOAD_TOO_LARGE'))
  const form = { ...signed(), 'content-type': 'text/plain' }
  expect(await deliver(body, form)).toMatchObject(refusal(415, 'UNSUPPORTED_MEDIA_TYPE'))
  for (const odd of ['', '{', '[]', '{"content":"!left"}', 'ÿ\0']) expect((await deliver(odd)).status).toBe(200)
  const follow = kick.headers(body, { at: test.ctx.clock.now(), type: 'channel.followed' })
  expect((await deliver(body, follow)).status).toBe(200)
  await count()
  await store()
  expect(await cheers()).toMatchObject({ challenger: 0, opponent: 0 })
  const told = logged.filter(({ msg }) => String(msg).startsWith('requests to the webhook'))
  expect(told.map(({ outcome }) => outcome)).toEqual(['unsigned', 'old', 'too_long', 'malformed'])
  expect(JSON.stringify(told)).not.toContain('!left')
})

it('a flood is refused before signatures are checked, for a tenth of a second', async () => {
  const hurried = await testApp({
    settings: { kickApiUrl: kick.apiUrl, providers: [kick.provider], trustProxy: true },
    limits: {
      chat: { ...test.ctx.limits.chat, webhooksPerS: 50 },
      rates: { ...test.ctx.limits.rates, webhook: { max: 3, windowMs: 3_600_000 } },
    },
  })
  closing.push(() => hurried.close())
  kick.refuses = 500
  const from = async (address: string) => {
    const body = kickBody({ channelId, viewerId: 1, text: '!left' })
    const headers = { ...kick.headers(body, { at: hurried.ctx.clock.now() }), 'x-forwarded-for': address }
    return (await hurried.app.inject({ method: 'POST', url: '/api/chats/kick', headers, body })).statusCode
  }
  expect([await from('198.51.100.1'), await from('198.51.100.1'), await from('198.51.100.1')]).toEqual([503, 503, 503])
  expect(await from('198.51.100.1')).toBe(429)
  kick.refuses = null
  hurried.ctx.clock.advance({ ms: 6_000 })
  const statuses: number[] = []
  for (let at = 2; at < 9; at++) statuses.push(await from(`198.51.100.${at}`))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  hurried.ctx.clock.advance({ ms: 100 })
  expect(await from('198.51.100.9')).toBe(200)
})

it('is no address of a server without Kick’s chats', async () => {
  const off = await testApp()
  closing.push(() => off.close())
  const reply = await off.app.inject({
    method: 'POST',
    url: '/api/chats/kick',
    headers: { origin: off.ctx.settings.origin },
  })
  expect(reply.statusCode).toBe(404)
  expect(kickCheersDue(off.ctx)).toBeUndefined()
  expect(kickSubscriptionsDue(off.ctx, { log: { info() {}, warn() {}, error() {} } })).toBeUndefined()
})
