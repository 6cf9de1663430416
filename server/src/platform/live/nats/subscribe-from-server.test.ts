import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stateFrame } from '../frames.ts'
import { type Hello, toldText } from './edge-protocol.ts'
import { liveNats } from './live-nats.ts'
import type { NatsLink } from './nats-link.ts'
import { ServerSubscription } from './subscribe-from-server.ts'

const RENEW_MS = 1_000
const HELLO: Hello = {
  kinds: [
    { kind: 'board', access: 'everyone' },
    { kind: 'user', access: 'self' },
  ],
  viewingKey: 'a key',
}

interface Asked {
  subject: string
  text: string
  answer: (text: string) => void
}

/** Servers that greet; the test gives their other responses. */
class FakeLink implements NatsLink {
  isConnected = true
  readonly asked: Asked[] = []
  readonly listeners = new Map<string, (text: string) => void>()
  connect = () => {}

  async request(subject: string, text: string): Promise<string> {
    if (subject.endsWith('.hello')) return JSON.stringify(HELLO)
    return new Promise((answer) => this.asked.push({ subject, text, answer }))
  }
  subscribe(subject: string, listener: (text: string) => void) {
    this.listeners.set(subject, listener)
    return () => this.listeners.delete(subject)
  }
  onConnect(listener: () => void) {
    this.connect = listener
    return () => {}
  }
  publish = () => true
  respond = () => () => {}
  reportTo() {}
  async close() {}
}

let link: FakeLink
let states: ServerSubscription
let watched: Set<string>
let news: string[]
beforeEach(async () => {
  vi.useFakeTimers()
  link = new FakeLink()
  watched = new Set()
  news = []
  states = new ServerSubscription({
    nats: liveNats(link, 'https://aura.test'),
    renewMs: RENEW_MS,
    watching: (topic) => Number(watched.has(topic)),
    tokenHashFor: (topic) => (watched.has(topic) ? Buffer.alloc(32) : undefined),
    onNews: (topic) => news.push(topic),
    onError: (error) => expect.unreachable(String(error)),
  })
  await settle()
})
afterEach(() => {
  states.close()
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const told = (topic: string, state: object | null, seq = 1) => ({
  teller: 'a',
  seq,
  frame: stateFrame({ topic, version: seq, stateJson: JSON.stringify(state), jitterMs: 0 }),
})
/** Returns the next question asked. */
function nextAsked(): Asked {
  const asked = link.asked.shift()
  if (!asked) throw new Error('nothing was asked')
  return asked
}
async function answer(topic: string, state: object | null, seq = 1): Promise<void> {
  const { frame, ...by } = told(topic, state, seq)
  nextAsked().answer(JSON.stringify({ ...by, frame: frame.toString() }))
  await settle()
}
const tell = (topic: string, state: object | null, seq: number) => {
  const { frame, ...by } = told(topic, state, seq)
  link.listeners.get(liveNats(link, 'https://aura.test').subjects.state(topic))?.(
    toldText({ ...by, frame: frame.toString() }),
  )
}
it('keeps nothing of a topic that does not exist, and asks again once it changed', async () => {
  watched.add('board:1')
  const reading = states.read('board:1')
  await settle()
  // The teller publishes to others before it responds.
  tell('board:1', null, 1)
  await answer('board:1', null)
  expect(await reading).toBe(null)
  expect([news, link.listeners.size]).toEqual([[], 0])
  await vi.advanceTimersByTimeAsync(2 * RENEW_MS)
  expect(link.asked).toEqual([])
  states.changed('board:1')
  expect(news).toEqual(['board:1'])
})

it('asks again for a topic once its teller says that it is gone', async () => {
  watched.add('board:1')
  const reading = states.read('board:1')
  await settle()
  await answer('board:1', { value: 1 })
  expect(await reading).toEqual({ value: 1 })
  states.changed('board:1')
  expect(news).toEqual([])
  tell('board:1', null, 2)
  expect(news).toEqual(['board:1'])
  const again = states.read('board:1')
  await settle()
  await answer('board:1', null, 3)
  expect(await again).toBe(null)
})

it('asks nothing for those who left before their turn, or while NATS was away', async () => {
  const topics = Array.from({ length: 100 }, (_, index) => `board:${index}`)
  for (const topic of topics) watched.add(topic)
  const reading = Promise.allSettled(topics.map((topic) => states.read(topic)))
  await settle()
  const atOnce = link.asked.splice(0)
  expect(atOnce.length).toBeLessThan(topics.length)
  watched.clear()
  watched.add('board:99')
  for (const { answer } of atOnce) answer(JSON.stringify({ refused: 'away' }))
  await settle()
  expect(link.asked.map(({ text }) => text)).toEqual(['board:99'])
  await answer('board:99', { value: 1 })
  await reading

  link.isConnected = false
  watched = new Set(topics)
  const late = Promise.allSettled(topics.slice(0, 50).map((topic) => states.read(topic)))
  watched.clear()
  link.isConnected = true
  link.connect()
  await late
  expect(link.asked).toEqual([])
})

it('asks for sessions, own states and renewals at once, however many topics wait', async () => {
  watched.add('board:known')
  const known = states.read('board:known')
  await settle()
  await answer('board:known', { value: 1 })
  await known
  const topics = [...Array.from({ length: 100 }, (_, index) => `board:${index}`), 'user:1']
  for (const topic of topics) watched.add(topic)
  const reading = Promise.allSettled(topics.map((topic) => states.read(topic)))
  const finding = states.findUsers([Buffer.alloc(32)])
  await vi.advanceTimersByTimeAsync(RENEW_MS)
  const { subjects } = liveNats(link, 'https://aura.test')
  const others = link.asked.filter(({ text }) => !text.startsWith('board:'))
  expect(others.map(({ subject }) => subject)).toEqual([subjects.own, subjects.sessions, subjects.renew('a')])
  others[1]?.answer(JSON.stringify(['1']))
  expect(await finding).toEqual(['1'])
  others[2]?.answer(JSON.stringify([]))
  watched.clear()
  for (const { answer } of link.asked) answer(JSON.stringify({ refused: 'away' }))
  await reading
})
