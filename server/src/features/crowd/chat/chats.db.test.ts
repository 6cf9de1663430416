import { once } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { acceptedBattle, doDue, readBattle, STARTS_AT, step } from '../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { chatLine, type SmallIrc, startSmallIrc } from '../../../../../tests/server/small-irc.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { createLive } from '../../../platform/live/live.ts'
import { deleteLinkedAccount, insertLinkedAccount } from '../../providers/index.ts'
import { cheersDue } from '../cheers/store-cheers.ts'
import { chatMetrics } from './chat-metrics.ts'
import { chatsDue } from './due-chats.ts'

const test = openForAll(() => testApp())
const closing: (() => unknown)[] = []
let irc: SmallIrc
let ada: Actor & { id: string }
let bo: Actor & { id: string }
let id: string
let subject = 0

beforeEach(async () => {
  irc = await startSmallIrc()
  closing.push(irc.close)
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  Object.assign(test.ctx.settings, { twitchChatUrl: irc.url })
  test.ctx.chatMetrics = chatMetrics()
  ;({ ada, bo, id } = await acceptedBattle(test))
  await link(ada, `ada_${++subject}`)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await test.ctx.db.query('delete from battle_chats')
})

const link = (of: { id: string }, handle: string) =>
  insertLinkedAccount(test.ctx.db, { provider: 'twitch', subject: handle, userId: of.id, handle, now: null })
const own = () => `ada_${subject}`
const lines = () => test.ctx.chatMetrics?.lines

function server(limits: Partial<typeof test.ctx.limits.chat> = {}, live = test.ctx.live) {
  const logged: object[] = []
  const hear = (facts: object) => void logged.push(facts)
  const ctx = { ...test.ctx, live, limits: { ...test.ctx.limits, chat: { ...test.ctx.limits.chat, ...limits } } }
  const job = chatsDue(ctx, { log: { info: hear, warn: hear, error: hear } })
  if (!job) throw new Error('chats are off')
  closing.push(() => job.finish?.())
  return { logged, tick: () => job.runBatch(), finish: async () => job.finish?.() }
}

const anotherServer = (limits: Partial<typeof test.ctx.limits.chat> = {}) => server(limits, createLive(test.ctx))

const params = () => ({ id, provider: 'twitch' as const })
const path = () => `/api/battles/${id}/chats/twitch`
const start = (actor: Actor = ada) => actor.call('PUT /api/battles/:id/chats/:provider', { params: params() })
const soon = () => test.ctx.clock.set(new Date(Date.parse(STARTS_AT) - 60_000))
const cheers = () => new Actor(test).call('GET /api/battles/:id/cheers', { params: { id } })

async function goLive() {
  soon()
  await start()
  test.ctx.clock.set(STARTS_AT)
  Object.assign(test.ctx.settings, { twitchChatUrl: null })
  await doDue(test.ctx)
  Object.assign(test.ctx.settings, { twitchChatUrl: irc.url })
}
const store = () => cheersDue(test.ctx).runBatch()
const heard = (outcome: 'cheer' | 'too_soon' | 'other', count: number) =>
  vi.waitFor(() => expect(lines()?.[outcome]).toBe(count))

it('only a participant with a proven channel starts it, from an hour before the battle [battles.chat]', async () => {
  expect(await ada.send('PUT', path())).toMatchObject(refusal(409, 'CHAT_NOT_OPEN'))
  soon()
  expect(await bo.send('PUT', path())).toMatchObject(refusal(409, 'CHAT_CHANNEL_MISSING'))
  const cy = await acceptedBattle(test, { battleDate: '2026-03-03T16:00:00.000Z' })
  expect(await cy.ada.send('PUT', path())).toMatchObject(refusal(403, 'BATTLE_PARTICIPANTS_ONLY'))
  expect(await cy.ada.send('DELETE', path())).toMatchObject(refusal(403, 'BATTLE_PARTICIPANTS_ONLY'))
  expect((await ada.send('PUT', `/api/battles/${id}/chats/irc`)).status).toBe(400)
  const channels = (of: Actor) => of.call('GET /api/battles/:id/chats', { params: { id } })
  expect(await channels(ada)).toEqual([{ provider: 'twitch', channel: own() }])
  expect([await channels(bo), await channels(cy.ada)]).toEqual([[], []])
  expect((await cheers()).chats).toEqual([])
  Object.assign(test.ctx.settings, { twitchChatUrl: null })
  expect(await ada.send('PUT', path())).toMatchObject(refusal(409, 'CHAT_OFF'))
  expect(await channels(ada)).toEqual([])
  expect(chatsDue(test.ctx, { log: { info() {}, warn() {}, error() {} } })).toBeUndefined()
})

it('two presses start one chat, and a press stops it', async () => {
  soon()
  const { tick } = server()
  await Promise.all([start(), start()])
  test.changedTopics()
  await tick()
  const guest = await irc.joined()
  expect(guest.channel).toBe(own())
  await vi.waitFor(async () => {
    await tick()
    const chat = { participantId: ada.id, provider: 'twitch', channel: own(), isConnected: true }
    expect((await cheers()).chats).toEqual([chat])
  })
  expect(test.changedTopics()).toEqual([`cheers:${id}`])
  const gone = once(guest.socket, 'close')
  await ada.call('DELETE /api/battles/:id/chats/:provider', { params: params() })
  expect((await cheers()).chats).toEqual([])
  await tick()
  await gone.catch(() => {})
  expect(irc.sent.filter((line) => line.startsWith('JOIN'))).toEqual([`JOIN #${own()}`])
})

it('a chat’s commands and hearts are cheers, once for each viewer, and change nothing else [battles.chat]', async () => {
  await goLive()
  const { tick } = server()
  await tick()
  const guest = await irc.joined()
  await vi.waitFor(async () => {
    await tick()
    expect((await cheers()).chats[0]?.isConnected).toBe(true)
  })
  const except = [
    'battle_cheers',
    'battle_chats',
    'accounts_to_relate',
    'related_pairs',
    'related_state',
    'trust_state',
  ]
  const [before, score] = [await databaseState(test.ctx.db, { except }), await readBattle(new Actor(test), id)]
  const says = (login: string, text: string) => chatLine(own(), login, text)
  await guest.send(
    says('cy', '!left'),
    says('dee', '!right'),
    says('eli', '❤️'),
    says('fay', 'hello'),
    says('gus', '!aura'),
  )
  await guest.send(...Array.from({ length: 100 }, () => says('cy', '!left ❤')))
  await heard('too_soon', 100)
  await store()
  expect(await cheers()).toMatchObject({ challenger: 2, opponent: 1 })
  test.ctx.clock.advance({ ms: 10_000 })
  await tick()
  await guest.send(says('cy', '!right'))
  await heard('cheer', 4)
  await store()
  expect(await cheers()).toMatchObject({ challenger: 2, opponent: 2 })
  expect(lines()).toMatchObject({ cheer: 4, too_soon: 100, other: 2, malformed: 0 })
  expect(await databaseState(test.ctx.db, { except })).toEqual(before)
  const { serverTime: _, ...shown } = await readBattle(new Actor(test), id)
  expect(score).toMatchObject(shown)
  expect(irc.sent.filter((line) => !/^(?:NICK justinfan|JOIN )/.test(line))).toEqual([])
})

it('before the start and after the end nothing counts, and the end ends it', async () => {
  soon()
  await start()
  const { tick } = server()
  await tick()
  const guest = await irc.joined()
  await guest.send(chatLine(own(), 'cy', '!left'))
  await heard('other', 1)
  test.ctx.clock.set(STARTS_AT)
  Object.assign(test.ctx.settings, { twitchChatUrl: null })
  await doDue(test.ctx)
  Object.assign(test.ctx.settings, { twitchChatUrl: irc.url })
  await tick()
  await guest.send(chatLine(own(), 'cy', '!left'))
  await heard('cheer', 1)
  const { endsAt } = await readBattle(ada, id)
  test.ctx.clock.set(new Date(Date.parse(endsAt) - 1_000))
  await tick()
  test.ctx.clock.set(endsAt)
  await guest.send(chatLine(own(), 'dee', '!left'))
  await heard('other', 2)
  const gone = new Promise((resolve) => guest.socket.on('close', resolve))
  await tick()
  await gone
  expect(await test.ctx.db.query('select from battle_chats')).toEqual([])
  expect(await ada.send('PUT', path())).toMatchObject(refusal(409, 'CHAT_NOT_OPEN'))
})

it('one server listens; another takes over when it dies or stops, and what the first still hears is not counted', async () => {
  await goLive()
  const [one, two] = [server(), anotherServer()]
  await one.tick()
  const first = await irc.joined()
  await two.tick()
  test.ctx.clock.advance({ ms: test.ctx.limits.chat.leaseMs })
  await two.tick()
  const second = await irc.joined()
  expect(irc.sent.filter((line) => line.startsWith('JOIN'))).toHaveLength(2)
  await first.send(chatLine(own(), 'cy', '!left'))
  await heard('other', 1)
  await second.send(chatLine(own(), 'cy', '!left'))
  await heard('cheer', 1)
  const gone = new Promise((resolve) => first.socket.on('close', resolve))
  await one.tick()
  await gone
  await two.finish()
  await one.tick()
  await irc.joined()
})

it('ends with the channel’s proof, and with a battle that is called off', async () => {
  soon()
  await start()
  const { tick } = server()
  await tick()
  await irc.joined()
  await deleteLinkedAccount(test.ctx.db, ada.id, 'twitch')
  await tick()
  expect((await cheers()).chats).toEqual([])
  await link(ada, own())
  await start()
  await tick()
  expect((await cheers()).chats).toHaveLength(1)
  await step(ada, id, 'request-cancellation')
  await step(bo, id, 'approve-cancellation')
  await tick()
  expect((await cheers()).chats).toEqual([])
})

it('a server listens to so many chats and leaves the others to the next', async () => {
  soon()
  await link(bo, `bo_${subject}`)
  await start()
  test.ctx.clock.advance({ ms: 1 })
  await start(bo)
  const [one, two] = [server({ connections: 1 }), anotherServer({ connections: 1 })]
  await one.tick()
  await one.tick()
  const first = await irc.joined()
  expect(first.channel).toBe(own())
  await two.tick()
  expect((await irc.joined()).channel).toBe(`bo_${subject}`)
})

it('trouble is logged once for each chat, without what was written', async () => {
  await goLive()
  const { tick, logged } = server()
  await tick()
  const guest = await irc.joined()
  await guest.send(...Array.from({ length: 50 }, () => chatLine('another', 'cy', 'a secret')), 'x'.repeat(64 * 1024))
  await vi.waitFor(() => expect(lines()).toMatchObject({ malformed: 50, too_long: 1 }))
  expect(logged).toEqual([
    { battleId: id, channel: own(), outcome: 'malformed' },
    { battleId: id, channel: own(), outcome: 'too_long' },
  ])
})
