import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type LocalServer, MISBEHAVIOURS, serveLocally } from '../../../../tests/server/local-server.ts'
import { boundedFetch, type FetchBounds } from './bounded-fetch.ts'

async function start(listener: RequestListener): Promise<LocalServer> {
  const server = await serveLocally(listener)
  onTestFinished(server.close)
  return server
}

const bounded = (bounds: Partial<FetchBounds>) =>
  boundedFetch({ timeoutMs: 30_000, maxBytes: 1_000, maxAtOnce: 10, ...bounds })

describe('a request to another server', () => {
  it('returns status, headers and the whole body, decoded', async () => {
    const { url } = await start((_, response) => {
      response.writeHead(418, { 'content-encoding': 'gzip', 'x-own': 'yes' }).end(gzipSync('a short word'))
    })
    const response = await bounded({})(url)
    expect([response.status, response.headers.get('x-own'), await response.text()]).toEqual([
      418,
      'yes',
      'a short word',
    ])
    expect(response.headers.get('content-encoding')).toBeNull()
  })

  it.each([204, 304])('returns a response without a body: %i', async (status) => {
    const { url } = await start((_, response) => response.writeHead(status).end())
    expect((await bounded({})(url)).status).toBe(status)
  })

  it.each(['silent', 'stalled'] as const)('ends at its deadline when the other side stays %s', async (way) => {
    const { url, open } = await start((_, response) => MISBEHAVIOURS[way](response))
    await expect(bounded({ timeoutMs: 100 })(url)).rejects.toThrow('no response within 100 ms')
    await expect.poll(() => open()).toBe(0)
  })

  it('ends when a body is endless or too large once unpacked', async () => {
    const { url, open } = await start((_, response) => MISBEHAVIOURS.endless(response))
    await expect(bounded({})(url)).rejects.toThrow('exceeded the size limit of 1000 bytes')
    await expect.poll(() => open()).toBe(0)
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    const packed = await start((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    await expect(bounded({ maxBytes: bomb.length * 2 })(packed.url)).rejects.toThrow('exceeded the size limit')
  })

  it('accepts a body of exactly the limit', async () => {
    const { url } = await start((_, response) => response.end('x'.repeat(1_000)))
    expect(await (await bounded({})(url)).text()).toHaveLength(1_000)
  })

  it('follows no redirect', async () => {
    const elsewhere = await start((_, response) => response.end('secret'))
    const { url } = await start((_, response) => response.writeHead(302, { location: elsewhere.url }).end())
    expect((await bounded({})(url)).status).toBe(302)
    expect(elsewhere.asked).toEqual([])
  })

  it('waits for a slot while its deadline runs', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { url, asked } = await start((request, response) => {
      if (request.url === '/held') void released.then(() => response.end())
      else response.end()
    })
    const ask = bounded({ maxAtOnce: 3 })
    const all = Array.from({ length: 12 }, () => ask(`${url}/held`))
    await expect.poll(() => asked.length).toBe(3)
    await bounded({})(`${url}/other`)
    expect(asked).toHaveLength(4)
    release()
    expect(await Promise.all(all)).toHaveLength(12)
    const stuck = await start((_, response) => MISBEHAVIOURS.silent(response))
    const impatient = bounded({ maxAtOnce: 1, timeoutMs: 100 })
    const outcomes = await Promise.allSettled([impatient(stuck.url), impatient(stuck.url)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(stuck.asked).toHaveLength(1)
  })

  it('ends with its caller’s signal and frees its slot', async () => {
    const { url } = await start((request, response) => (request.url === '/' ? response.end('x') : undefined))
    const ask = bounded({ maxAtOnce: 1 })
    const caller = new AbortController()
    const given = [ask(`${url}/never`, { signal: caller.signal }), ask(`${url}/never`, { signal: caller.signal })]
    const next = ask(url)
    caller.abort(new Error('not needed any more'))
    for (const each of given) await expect(each).rejects.toThrow('not needed any more')
    expect((await next).status).toBe(200)
  })
})
