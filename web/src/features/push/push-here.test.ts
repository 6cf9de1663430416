import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renewPush, turnPushOff, turnPushOn } from './push-here.ts'

const KEY = 'server-key'

let stored: Map<string, string>
let subscribed: string | null
let session: string
let registered: Set<string>
let made: number

const subscription = (endpoint: string) => ({
  endpoint,
  toJSON: () => ({ endpoint, keys: { p256dh: 'P', auth: 'A' } }),
  unsubscribe: async () => {
    subscribed = null
  },
})

beforeEach(() => {
  stored = new Map()
  registered = new Set()
  subscribed = null
  session = '2026-03-02T12:00:00.000Z'
  made = 0
  const pushManager = {
    getSubscription: async () => (subscribed === null ? null : subscription(subscribed)),
    subscribe: async () => {
      subscribed = `endpoint-${++made}`
      return subscription(subscribed)
    },
  }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
  vi.stubGlobal('window', { PushManager: {}, Notification: {} })
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (path: string) => (stored.has(path) ? new Response(stored.get(path)) : undefined),
      put: async (path: string, response: Response) => void stored.set(path, await response.text()),
      delete: async (path: string) => stored.delete(path),
    }),
  })
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    if (url === '/api/user/sessions') return Response.json([{ isCurrent: true, createdAt: session }])
    if (method === 'DELETE') registered.delete(new URLSearchParams(url.split('?')[1]).get('endpoint') ?? '')
    if (method === 'POST') {
      const { endpoint, replaces } = JSON.parse(body ?? '')
      if (replaces !== undefined && !registered.delete(replaces))
        return Response.json({ code: 'PUSH_SUBSCRIPTION_NOT_FOUND', message: '', requestId: 'r' }, { status: 404 })
      registered.add(endpoint)
    }
    return Response.json({ ok: true })
  })
})
afterEach(() => vi.unstubAllGlobals())

it('registers a new endpoint in place of the old one', async () => {
  await turnPushOn(KEY)
  subscribed = 'moved'
  await renewPush(KEY)
  expect([...registered]).toEqual(['moved'])
})

it.each([null, 'moved'])(
  'registers again where the server has forgotten the endpoint that is gone: %s',
  async (now) => {
    await turnPushOn(KEY)
    registered.clear()
    subscribed = now
    await renewPush(KEY)
    expect([...registered]).toEqual([now ?? 'endpoint-2'])
    expect(subscribed).toBe(now ?? 'endpoint-2')
    await renewPush(KEY)
    expect(registered.size).toBe(1)
  },
)

it('stays off in another session, and where it was turned off', async () => {
  await turnPushOn(KEY)
  registered.clear()
  session = '2026-03-03T12:00:00.000Z'
  subscribed = 'moved'
  await renewPush(KEY)
  expect([registered.size, subscribed]).toEqual([0, null])
  await turnPushOn(KEY)
  await turnPushOff()
  subscribed = 'moved'
  await renewPush(KEY)
  expect(registered.size).toBe(0)
})
