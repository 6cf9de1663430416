import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from '../db/db.ts'
import { type Bus, openBus } from './bus.ts'
import { liveNats } from './nats/live-nats.ts'
import type { NatsLink } from './nats/nats-link.ts'

/** Accepts everything and delivers nothing, like a dead connection that is not given up yet. */
class DeadLink implements NatsLink {
  isConnected = true
  readonly sent: string[] = []
  connected = () => {}
  publish(_subject: string, text: string): boolean {
    if (this.isConnected) this.sent.push(text.split(' ').slice(1).join(' '))
    return this.isConnected
  }
  subscribe() {
    return () => {}
  }
  respond() {
    return () => {}
  }
  async request(): Promise<string> {
    throw new Error('dead')
  }
  onConnect(listener: () => void) {
    this.connected = listener
    return () => {}
  }
  reportTo() {}
  async close() {}
}

let link: DeadLink
let notified: string[]
let bus: Bus
beforeEach(() => {
  vi.useFakeTimers()
  link = new DeadLink()
  notified = []
  const db = {
    listen: () => async () => {},
    async query(_: string, [, payload]: [string, string]) {
      notified.push(payload.split(' ').slice(1).join(' '))
      return []
    },
  }
  bus = openBus(db as unknown as Db, { nats: liveNats(link, 'https://one.test') })
})
afterEach(async () => {
  await bus.close()
  vi.useRealTimers()
})
const post = async (kind: string, item: string) => {
  bus.post(kind, item)
  await vi.advanceTimersByTimeAsync(1_000)
}

describe('what went into a connection to NATS that was dead', () => {
  beforeEach(async () => {
    await post('changed', 'battle:old')
    await vi.advanceTimersByTimeAsync(12_000)
    await post('changed', 'battle:1')
    await post('signal/battle:1', 'tap/1/1')
    await post('changed', 'battle:2')
    link.sent.length = 0
  })

  it('is sent again over the next, signals and what surely arrived excepted', async () => {
    link.connected()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(link.sent).toEqual(['changed battle:1 battle:2'])
    expect(notified).toEqual([])
  })

  it('is sent by PostgreSQL while NATS is away, and once', async () => {
    link.isConnected = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(notified).toEqual(['changed battle:1 battle:2'])
    link.isConnected = true
    link.connected()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(link.sent).toEqual([])
  })
})

it('tells changes that nobody could hear once it is connected, and no signals', async () => {
  link.isConnected = false
  const edge = openBus(null, { nats: liveNats(link, 'https://one.test') })
  let gaps = 0
  edge.onGap(() => gaps++)
  edge.post('changed', 'sessions:1')
  edge.post('seen/battle:1', 'somebody')
  await vi.advanceTimersByTimeAsync(1_000)
  link.isConnected = true
  link.connected()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([link.sent, gaps]).toEqual([['changed sessions:1'], 1])
  await edge.close()
})
