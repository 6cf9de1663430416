import { afterEach, describe, expect, it, vi } from 'vitest'
import { request } from './api.ts'
import { ApiError, errorCode, isUnauthorized, OfflineError } from './api-error.ts'
import { noteServerTimeOf, serverNow } from './time/server-clock.ts'

const answer = (status: number, body: string, statusText = '') =>
  vi.fn(async (_url: string, _init: RequestInit) => new Response(body, { status, statusText }))

const UNAUTHORIZED = '{"code":"UNAUTHORIZED","message":"Unauthorized","requestId":"r"}'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The server's clock is ahead by `aheadMs`; a response takes three seconds. */
function slowServer(aheadMs: number) {
  let nowMs = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const startMs = Date.now() - nowMs
  vi.spyOn(Date, 'now').mockImplementation(() => startMs + nowMs)
  vi.stubGlobal('fetch', async () => {
    nowMs += 1_500
    const serverTime = new Date(Date.now() + aheadMs).toISOString()
    nowMs += 1_500
    return Response.json({ serverTime })
  })
  return () => serverNow() - Date.now()
}

describe('request', () => {
  it('sends JSON, the session and the idempotency key [frame.calls]', async () => {
    const fetched = answer(200, '{"auraEarned":40,"newStreak":1}')
    vi.stubGlobal('fetch', fetched)
    const result = await request('POST /api/lessons/complete', { body: { lessonId: 'gas' }, idempotencyKey: 'k1' })
    expect(result).toEqual({ auraEarned: 40, newStreak: 1 })
    const [url, init] = fetched.mock.calls[0] ?? []
    expect(url).toBe('/api/lessons/complete')
    expect(init).toMatchObject({
      method: 'POST',
      credentials: 'same-origin',
      body: '{"lessonId":"gas"}',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k1' },
    })
  })

  it('throws what the server answered, in the agreed form [frame.error-unauthorized]', async () => {
    vi.stubGlobal('fetch', answer(401, UNAUTHORIZED))
    const error = await request('GET /api/auth/user').catch((e: unknown) => e)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 401, code: 'UNAUTHORIZED', message: `401: ${UNAUTHORIZED}` })
    expect(isUnauthorized(error)).toBe(true)
  })

  it('asks again when a write changed the session meanwhile [frame.error-unauthorized]', async () => {
    let isRenewed = false
    const { promise: written, resolve: endWrite } = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) => {
      if (method !== 'POST')
        return isRenewed ? new Response('{"users":1}') : new Response(UNAUTHORIZED, { status: 401 })
      await written
      isRenewed = true
      return new Response('{}')
    })
    const write = request('POST /api/auth/disconnect-twitter')
    const read = request('GET /api/stats')
    endWrite()
    await expect(read).resolves.toEqual({ users: 1 })
    await expect(write).resolves.toEqual({})
  })

  it('falls back to the status text, and survives a body that is not ours [frame.error-message]', async () => {
    vi.stubGlobal('fetch', answer(502, '', 'Bad Gateway'))
    await expect(request('GET /api/stats')).rejects.toMatchObject({ message: '502: Bad Gateway', code: 'UNKNOWN' })
    vi.stubGlobal('fetch', answer(502, '<html>'))
    await expect(request('GET /api/stats')).rejects.toMatchObject({ message: '502: <html>', serverMessage: null })
  })

  it('tells a refused sign-in from a lost session', () => {
    const refused = new ApiError(401, '', '{"code":"SIGNATURE_INVALID","message":"No","requestId":"r"}')
    expect(isUnauthorized(refused)).toBe(false)
    expect(isUnauthorized(new OfflineError())).toBe(false)
  })

  it('has a code of its own for a network that gives no answer, and lets an abort through', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const error = await request('GET /api/stats').catch((e: unknown) => e)
    expect(errorCode(error)).toBe('OFFLINE')
    const aborted = AbortSignal.abort(new Error('closed'))
    await expect(request('GET /api/stats', { signal: aborted })).rejects.not.toBeInstanceOf(OfflineError)
  })

  it('takes the server time from reads, halfway through the request, and never from a repeated write', async () => {
    const aheadMs = slowServer(3_600_000)
    await request('POST /api/auth/logout')
    expect(aheadMs()).toBe(0)
    await request('GET /api/stats')
    expect(aheadMs()).toBe(3_600_000)
    vi.restoreAllMocks()
    noteServerTimeOf({ serverTime: new Date().toISOString() }, { cameMs: Date.now(), tookMs: 0 })
  })
})
