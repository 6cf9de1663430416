import { beforeEach, expect, it } from 'vitest'
import { acceptedBattle, gift, liveBattle, runAfter } from '../../tests/server/actors/battles.ts'
import { openForEach } from '../../tests/server/open-for.ts'
import { refusal } from '../../tests/server/refusal.ts'
import { testApp } from '../../tests/server/test-app.ts'
import { defaultLimits } from './limits.ts'
import type { Db } from './platform/db/db.ts'

/** Records statements and delays some of them. */
const asked: string[] = []
let slow: { statement: RegExp; until: Promise<void> } | undefined
const wrapDb = (db: Db): Db => ({
  ...db,
  async query<Row>(text: string, values?: Parameters<Db['query']>[1]) {
    asked.push(text)
    if (slow?.statement.test(text)) await slow.until
    return db.query<Row>(text, values)
  },
})

const hour = 3_600_000
const [many, few] = [
  { max: 1_000_000, windowMs: hour },
  { max: 30, windowMs: hour },
]
// Anew for each test: lists are cached, and addresses use up their rates.
const test = openForEach(() =>
  testApp({
    wrapDb,
    settings: { trustProxy: true },
    limits: {
      rates: { read: many, write: many, auth: many, tap: many, upload: many, chain: few, webhook: many },
      balanceMaxAgeMs: 60_000,
      publicCacheMs: 60_000,
    },
  }),
)
beforeEach(() => {
  asked.length = 0
  slow = undefined
})

const [eve, ada] = ['198.51.100.66', '198.51.100.7']
const get = (url: string, from: string) =>
  test.app.inject({ url, headers: { host: 'aura.test', 'x-forwarded-for': from } })
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const countAsked = (statement: RegExp) => asked.filter((text) => statement.test(text)).length
/** Waits until all requests have proceeded that don't wait for a delayed statement. */
const settled = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const LIST = /from battles b\s+where[\s\S]*limit/

it('runs two of a hundred battle lists from one address at once, and serves everybody else meanwhile', async () => {
  await acceptedBattle(test)
  const { promise, resolve } = Promise.withResolvers<void>()
  slow = { statement: LIST, until: promise }
  asked.length = 0
  const hers = times(100, () => get('/api/battles', eve))
  await settled()
  expect(countAsked(LIST)).toBe(2)
  for (const url of ['/api/config', '/api/stats', '/readyz']) expect((await get(url, ada)).statusCode).toBe(200)
  slow = undefined
  expect((await get('/api/battles', ada)).statusCode).toBe(200)
  resolve()
  const replies = await Promise.all(hers)
  const refused = replies.filter(({ statusCode }) => statusCode !== 200)
  expect([replies.length - refused.length, refused.length]).toEqual([42, 58])
  for (const { statusCode, headers, body } of refused) {
    expect({ status: statusCode, body: JSON.parse(body) }).toMatchObject(refusal(429, 'RATE_LIMITED'))
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
})

it('reads a page of a finished battle’s gifts, and its lead history, once for any number of receipt requests', async () => {
  const { ada: challenger, cy, id } = await liveBattle(test)
  await gift(cy, id, (await challenger.me()).id, 3)
  await runAfter(test, { days: 1 })
  asked.length = 0
  const replies = await Promise.all(times(40, (at) => get(`/api/battles/${id}/receipt`, `198.51.100.${at}`)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(200))
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
  expect(countAsked(/"leadChanges"/)).toBe(1)
  expect(countAsked(/^with ahead/)).toBe(0)
  expect(countAsked(/from battle_gifts g join/)).toBe(1)
})

it('counts all battles once for concurrent requests', async () => {
  const replies = await Promise.all(times(20, (at) => get('/api/battles/counts', `198.51.100.${at}`)))
  expect(replies.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(countAsked(/count\(\*\) as count from battles/)).toBeLessThan(6)
})

it('reads a wallet’s balance from the network once, and few wallets per address', async () => {
  const wallets = times(40, (at) => `0x${String(at).padStart(40, '0')}`)
  let calls = 0
  const { chain } = test.ctx
  const { call } = chain
  chain.call = (...args: Parameters<typeof call>) => {
    calls++
    return call.apply(chain, args)
  }
  try {
    const same = await Promise.all(times(20, () => get(`/api/web3/balance/${wallets[0]}`, eve)))
    expect(same.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(calls).toBe(1)
    const statuses: number[] = []
    for (const wallet of wallets) statuses.push((await get(`/api/web3/balance/${wallet}`, eve)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(30).fill(429)])
    expect(calls).toBe(10)
    expect((await get(`/api/web3/balance/${wallets[39]}`, ada)).statusCode).toBe(200)
  } finally {
    chain.call = call
  }
})

it('limits readiness checks by address, but not liveness checks', async () => {
  const fewer = { max: 3, windowMs: hour }
  const own = await testApp({ limits: { rates: { ...test.ctx.limits.rates, read: fewer } } })
  const statuses = async (url: string) => {
    const all: number[] = []
    for (let time = 0; time < 5; time++) all.push((await own.app.inject({ url })).statusCode)
    return all
  }
  expect(await statuses('/readyz')).toEqual([200, 200, 200, 429, 429])
  expect(await statuses('/healthz')).toEqual([200, 200, 200, 200, 200])
  await own.close()
})

/** Returns production gates, because those of tests refuse no one. */
const asInProduction = () =>
  testApp({ wrapDb, settings: { trustProxy: true }, limits: { gates: defaultLimits.gates, balanceMaxAgeMs: 60_000 } })
const of48 = (at: number) => `2001:db8:bad:${(300 * at).toString(16)}::1`

it.each([
  ['one address', () => eve, 1],
  ['a /48', of48, 1.5],
])('does a few other requests of %s at once, and one of anybody else meanwhile', async (_whose, addressAt, share) => {
  const own = await asInProduction()
  const { promise, resolve } = Promise.withResolvers<void>()
  const calls: unknown[] = []
  const { call } = own.ctx.chain
  own.ctx.chain.call = async (...args: Parameters<typeof call>) => {
    calls.push(args)
    await promise
    return call.apply(own.ctx.chain, args)
  }
  const balance = (at: number, from: string) =>
    own.app.inject({
      url: `/api/web3/balance/0x${String(at).padStart(40, '0')}`,
      headers: { host: 'aura.test', 'x-forwarded-for': from },
    })
  const hers = times(40, (at) => balance(at, addressAt(at)))
  await settled()
  const atOnce = share * defaultLimits.gates.light.atOncePerAddress
  expect(calls.length).toBe(atOnce)
  const his = balance(99, ada)
  await settled()
  expect(calls.length).toBe(atOnce + 1)
  resolve()
  expect((await Promise.all([...hers, his])).map(({ statusCode }) => statusCode)).toEqual(Array(41).fill(200))
  await own.close()
})
