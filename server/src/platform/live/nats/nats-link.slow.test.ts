import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { NatsServer } from '../../../../../tests/server/nats/small-nats.ts'
import { startNats } from '../../../../../tests/server/nats/start-nats.ts'
import { openBus } from '../bus.ts'
import { toldOf, toldText } from './edge-protocol.ts'
import { liveNats } from './live-nats.ts'
import { MessageTooLarge, type NatsLink, NobodyResponds, openNats } from './nats-link.ts'

const PATIENCE = { timeout: 60_000 }
let nats: NatsServer
let links: NatsLink[]
beforeEach(async () => {
  nats = await startNats()
  links = []
})
afterEach(async () => {
  await Promise.all(links.map((link) => link.close()))
  await nats.stop()
})

function open(url = nats.url): NatsLink {
  const link = openNats([url], 'test')
  links.push(link)
  return link
}
const connected = (...all: NatsLink[]) =>
  vi.waitFor(() => expect(all.map((link) => link.isConnected)).toEqual(all.map(() => true)), PATIENCE)
/** Resolves when everything sent before has arrived. */
const settled = async (from: NatsLink, to: NatsLink) => {
  const heard = new Promise<void>((resolve) => to.subscribe('settled', () => resolve()))
  const timer = setInterval(() => from.publish('settled', ''), 10)
  await heard
  clearInterval(timer)
}

it('tells every other link, and not itself', async () => {
  const [a, b, c] = [open(), open(), open()]
  await connected(a, b, c)
  const heard: string[] = []
  const stop = b.subscribe('news', (text) => heard.push(`b ${text}`))
  c.subscribe('news', (text) => heard.push(`c ${text}`))
  a.subscribe('news', (text) => heard.push(`a ${text}`))
  await settled(a, b)
  await settled(a, c)
  expect(a.publish('news', 'ü')).toBe(true)
  await settled(a, b)
  await settled(a, c)
  expect(heard.sort()).toEqual(['b ü', 'c ü'])
  stop()
  a.publish('news', 'again')
  await settled(a, b)
  await settled(a, c)
  expect(heard).toEqual(['b ü', 'c ü', 'c again'])
})

it('has one of a group respond, and says at once that nobody does', async () => {
  const [asker, one, two] = [open(), open(), open()]
  await connected(asker, one, two)
  await expect(asker.request('who', '', 60_000)).rejects.toThrow(NobodyResponds)
  let count = 0
  for (const [name, link] of Object.entries({ one, two })) {
    link.respond('who', 'group', async (text) => `${name} ${text} ${++count}`)
    await settled(asker, link)
  }
  for (const times of [1, 2, 3]) expect(await asker.request('who', 'you', 60_000)).toMatch(new RegExp(`you ${times}$`))
  one.respond('fails', 'group', async () => {
    throw new Error('no')
  })
  const reported = new Promise((resolve) => one.reportTo(resolve))
  await settled(asker, one)
  await expect(asker.request('fails', '', 100)).rejects.toThrow()
  expect(await reported).toEqual(new Error('no'))
})

it('sends no message that is too large', async () => {
  const link = open()
  await connected(link)
  const text = 'ü'.repeat(150_000)
  expect(() => link.publish('large', text)).toThrow(MessageTooLarge)
  await expect(link.request('large', text, 1_000)).rejects.toThrow(MessageTooLarge)
  expect(link.isConnected).toBe(true)
})

it('connects again for ever, says so, and keeps what it listens to', async () => {
  const [a, b] = [open(), open()]
  await connected(a, b)
  let connects = 0
  const faults: unknown[] = []
  b.onConnect(() => connects++)
  b.reportTo((error) => faults.push(error))
  const heard: string[] = []
  b.subscribe('news', (text) => heard.push(text))
  await nats.cut()
  await vi.waitFor(() => expect([a.isConnected, b.isConnected]).toEqual([false, false]), PATIENCE)
  expect(a.publish('news', 'lost')).toBe(false)
  await expect(a.request('news', '', 60_000)).rejects.toThrow(NobodyResponds)
  await nats.restart()
  await connected(a, b)
  a.publish('news', 'back')
  await settled(a, b)
  expect(heard).toEqual(['back'])
  expect(connects).toBe(1)
  expect(faults).toEqual([new Error('the connection to NATS was lost')])
})

it('waits for a NATS that is not there yet', async () => {
  await nats.cut()
  const link = open()
  const heard: string[] = []
  link.subscribe('news', (text) => heard.push(text))
  const fault = new Promise((resolve) => link.reportTo(resolve))
  expect(await fault).toBeInstanceOf(Error)
  await nats.restart()
  const other = open()
  await connected(link, other)
  other.publish('news', 'at last')
  await settled(other, link)
  expect(heard).toEqual(['at last'])
})

it('carries the bus between those of one origin, and no others', async () => {
  const [a, b, c] = [open(), open(), open()]
  await connected(a, b, c)
  const buses = [
    openBus(null, { nats: liveNats(a, 'https://one.test') }),
    openBus(null, { nats: liveNats(b, 'https://one.test') }),
    openBus(null, { nats: liveNats(c, 'https://two.test') }),
  ] as const
  const heard: string[] = []
  for (const [index, bus] of buses.entries()) bus.onItem((kind, item) => heard.push(`${index} ${kind} ${item}`))
  await settled(a, b)
  await settled(a, c)
  const many = Array.from({ length: 500 }, (_, index) => `battle:${index}`.padEnd(40, '-'))
  for (const item of many) buses[0].post('changed', item)
  buses[0].post('signal/battle:1', 'tap/3/1')
  await vi.waitFor(() => expect(heard).toHaveLength(501), PATIENCE)
  await settled(a, c)
  expect(heard.sort()).toEqual([...many.map((item) => `1 changed ${item}`), '1 signal/battle:1 tap/3/1'].sort())
  for (const bus of buses) await bus.close()
})

it('reads only what a teller writes', () => {
  const told = { teller: 'b9a1-1', seq: 12, frame: 'id: a@1\ndata: {}\n\n' }
  expect(toldOf(toldText(told))).toEqual(told)
  for (const text of ['', '\n', 'a\n{}', 'a b\nc', ' 1\nc', 'a 1 2\nc']) expect(toldOf(text)).toBe(undefined)
})
