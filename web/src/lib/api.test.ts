import { afterEach, describe, expect, it, vi } from 'vitest'
import { request } from './api.ts'
import { ApiError, errorCode, isUnauthorized, OfflineError } from './api-error.ts'

const answer = (status: number, body: string, statusText = '') =>
  vi.fn(async (_url: string, _init: RequestInit) => new Response(body, { status, statusText }))

afterEach(() => {
  vi.unstubAllGlobals()
})

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
    const body = '{"code":"UNAUTHORIZED","message":"Unauthorized","requestId":"r"}'
    vi.stubGlobal('fetch', answer(401, body))
    const error = await request('GET /api/auth/user').catch((e: unknown) => e)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 401, code: 'UNAUTHORIZED', message: `401: ${body}` })
    expect(isUnauthorized(error)).toBe(true)
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
})
