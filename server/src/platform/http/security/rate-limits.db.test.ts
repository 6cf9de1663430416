import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { ORIGIN, type TestApp, testApp } from '../../../../../tests/server/test-app.ts'

const rates = {
  read: { max: 4, windowMs: 3_600_000 },
  write: { max: 3, windowMs: 3_600_000 },
  auth: { max: 2, windowMs: 3_600_000 },
  tap: { max: 5, windowMs: 3_600_000 },
  upload: { max: 2, windowMs: 3_600_000 },
  chain: { max: 2, windowMs: 3_600_000 },
  webhook: { max: 2, windowMs: 3_600_000 },
}

describe('the rate of requests', () => {
  let test: TestApp
  let lastAddress = 0
  let address: string
  beforeAll(async () => {
    // Lets a test come from many addresses.
    test = await testApp({ limits: { rates }, settings: { trustProxy: true } })
  })
  afterAll(() => test.close())
  beforeEach(() => {
    address = `198.51.100.${++lastAddress}`
  })

  async function ask(method: 'GET' | 'POST', url: string, from = address) {
    const reply = await test.app.inject({ method, url, headers: { origin: ORIGIN, 'x-forwarded-for': from } })
    return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
  }
  async function reads(count: number): Promise<number[]> {
    const statuses: number[] = []
    for (let time = 0; time < count; time++) statuses.push((await ask('GET', '/api/config')).status)
    return statuses
  }

  it('is limited by address, with the time to wait', async () => {
    expect(await reads(6)).toEqual([200, 200, 200, 200, 429, 429])
    const refused = await ask('GET', '/api/config')
    expect(refused).toMatchObject(refusal(429, 'RATE_LIMITED'))
    expect(refused.body.requestId).toBe(refused.headers['x-request-id'])
    const { retryAfterMs } = refused.body.data
    expect(retryAfterMs).toBeGreaterThan(0)
    expect(retryAfterMs).toBeLessThanOrEqual(3_600_000)
    expect(Number(refused.headers['retry-after'])).toBe(Math.ceil(retryAfterMs / 1_000))
    expect((await ask('GET', '/api/config', '192.0.2.1')).status).toBe(200)
  })

  it('is counted over all calls of a class together', async () => {
    await ask('GET', '/api/config')
    await ask('GET', '/api/aura-levels')
    await ask('GET', '/api/stats')
    await ask('GET', '/api/auth/user')
    expect(await ask('GET', '/api/leaderboard')).toMatchObject(refusal(429, 'RATE_LIMITED'))
    expect(await ask('GET', '/api/config')).toMatchObject(refusal(429, 'RATE_LIMITED'))
  })

  it('is counted separately for each class', async () => {
    await reads(5)
    expect(await ask('GET', '/api/config')).toMatchObject({ status: 429 })
    for (let time = 0; time < 3; time++) expect(await ask('POST', '/api/auth/logout')).toMatchObject({ status: 200 })
    expect(await ask('POST', '/api/auth/logout')).toMatchObject({ status: 429 })
    const access = `/api/beta-access/0x${'a'.repeat(40)}`
    for (let time = 0; time < 2; time++) expect(await ask('GET', access)).toMatchObject({ status: 200 })
    expect(await ask('GET', access)).toMatchObject(refusal(429, 'RATE_LIMITED'))
  })

  it('counts pages and unknown addresses as reads', async () => {
    const statuses: number[] = []
    for (const url of ['/battles', '/user/nobody', '/api/nothing', '/.env', '/battles']) {
      statuses.push((await ask('GET', url)).status)
    }
    expect(statuses).toEqual([404, 404, 404, 404, 429])
    expect((await ask('GET', '/api/config')).status).toBe(429)
  })

  it('counts refused requests too', async () => {
    for (let time = 0; time < 2; time++) {
      expect(await ask('GET', '/api/auth/nonce?walletAddress=nonsense')).toMatchObject({ status: 400 })
    }
    expect(await ask('GET', '/api/auth/nonce?walletAddress=nonsense')).toMatchObject({ status: 429 })
  })
})

describe('an IPv6 customer with many networks', () => {
  it('gets four times the limit in a /56, and sixteen times in a /48', async () => {
    const test = await testApp({ limits: { rates }, settings: { trustProxy: true } })
    const ask = async (from: string) =>
      (await test.app.inject({ url: '/api/config', headers: { 'x-forwarded-for': from } })).statusCode
    const answered = async (addresses: string[]) => {
      const statuses: number[] = []
      for (const from of addresses) statuses.push(await ask(from))
      expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
      return statuses.filter((status) => status === 200).length
    }
    const hex = (value: number) => value.toString(16).padStart(2, '0')
    const networks = (count: number, address: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => address(at))
    expect(await answered(networks(40, (at) => `2001:db8:1:ff${hex(at)}::1`))).toBe(16)
    expect(await answered(networks(200, (at) => `2001:db8:2:${hex(at)}00::1`))).toBe(64)
    expect(await ask('2001:db8:3::1')).toBe(200)
    await test.close()
  })
})

describe('without a proxy', () => {
  const test = openForAll(() => testApp({ limits: { rates } }))

  it('a spoofed address does not reset the count', async () => {
    const from = (name: string) =>
      test.app.inject({ url: '/api/config', headers: { 'x-forwarded-for': name, 'x-real-ip': name } })
    const statuses: number[] = []
    for (let time = 0; time < 6; time++) statuses.push((await from(`192.0.2.${time}`)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  })
})
