import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../public', path), 'utf8')
const worker = read('sw.js')

it('keeps the files it names, under a name of what is in them', () => {
  const files = [...(/FILES = \[(.*?)\]/s.exec(worker)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, path]) => path ?? '')
  expect(files.length).toBeGreaterThan(0)
  const hash = createHash('sha256')
  for (const file of files) hash.update(read(file))
  expect(/CACHE = '(.*)'/.exec(worker)?.[1]).toBe(`offline-${hash.digest('hex').slice(0, 8)}`)
})

it('is told icons that are there', () => {
  const { icons } = JSON.parse(read('manifest.webmanifest')) as { icons: { src: string; sizes: string }[] }
  for (const { src, sizes } of icons) {
    const path = join(import.meta.dirname, '../../public', src)
    expect(existsSync(path)).toBe(true)
    const bytes = readFileSync(path)
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
})

interface OpenWindow {
  url: string
  frameType?: string
  /** Whether the app runs in it. */
  answers?: boolean
}

function started(options: { status?: number; current?: object | null; known?: string; windows?: OpenWindow[] } = {}) {
  const { status = 200, current = null, known, windows = [] } = options
  const handlers: Record<string, (event: object) => void> = {}
  const stored = new Map<string, string>()
  if (known !== undefined) stored.set('push /push/endpoint', known)
  const did: unknown[] = []
  const subscription = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'P', auth: 'A' } }),
    unsubscribe: async () => void did.push(`unsubscribed ${endpoint}`),
  })
  const world = {
    URL,
    Request,
    Response,
    location: new URL('https://aura.example/sw.js'),
    addEventListener: (type: string, handler: (event: object) => void) => {
      handlers[type] = handler
    },
    registration: {
      pushManager: {
        getSubscription: async () => current,
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
          subscription(`made-for-${applicationServerKey}`),
      },
    },
    caches: {
      keys: async () => ['offline-old', 'push'],
      delete: async (name: string) => void did.push(`deleted ${name}`),
      open: async (name: string) => ({
        match: async (path: string) =>
          stored.has(`${name} ${path}`) ? new Response(stored.get(`${name} ${path}`)) : undefined,
        put: async (path: string, response: Response) => void stored.set(`${name} ${path}`, await response.text()),
        delete: async (path: string) => stored.delete(`${name} ${path}`),
      }),
    },
    MessageChannel: class {
      port1 = { onmessage: () => {} }
      port2 = this.port1
    },
    setTimeout: (end: (value: boolean) => void, _ms: number, value: boolean) => setImmediate(end, value),
    clients: {
      claim: async () => {},
      matchAll: async () =>
        windows.map(({ url, frameType = 'top-level', answers = true }) => ({
          url: new URL(url, 'https://aura.example').href,
          frameType,
          focus: async () => void did.push(`focused ${url}`),
          navigate: async () => void did.push(`reloaded ${url}`),
          postMessage({ path }: { path: string }, [port]: { onmessage: () => void }[]) {
            did.push(`asked ${url} to show ${path}`)
            if (answers) port?.onmessage()
          },
        })),
      openWindow: async (path: string) => void did.push(`opened ${path}`),
    },
    fetch: async (path: string, init?: { method: string; body: string }) => {
      if (path === '/api/config') return Response.json({ push: { publicKey: 'server-key' } })
      did.push([init?.method, path, JSON.parse(init?.body ?? '')])
      return new Response('{}', { status })
    },
  }
  runInNewContext(worker, world)
  const happen = async (type: string, event: object) => {
    let work: Promise<unknown> | undefined
    handlers[type]?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
    await work
    return did
  }
  return { happen, stored, subscription }
}

const told = (endpoint: string, replaces: string) => [
  'POST',
  '/api/notifications/push',
  { endpoint, keys: { p256dh: 'P', auth: 'A' }, replaces },
]

describe('when a browser takes messages at another address', () => {
  it('the server is told the new one, as the browser says it', async () => {
    const { happen, stored, subscription } = started({ known: 'old' })
    const event = { oldSubscription: subscription('old'), newSubscription: subscription('new') }
    expect(await happen('pushsubscriptionchange', event)).toEqual([told('new', 'old')])
    expect(stored.get('push /push/endpoint')).toBe('new')
  })

  it('and where it says neither, the old one is the one that was kept, and the new one is asked for', async () => {
    const { happen } = started({ known: 'old' })
    expect(await happen('pushsubscriptionchange', {})).toEqual([told('made-for-server-key', 'old')])
    const resubscribed = started()
    const oldSubscription = { endpoint: 'old', options: { applicationServerKey: 'its-key' } }
    expect(await resubscribed.happen('pushsubscriptionchange', { oldSubscription })).toEqual([
      told('made-for-its-key', 'old'),
    ])
  })

  it.each([
    [401, 'old'],
    [404, undefined],
  ])('listens no longer where nobody is told here any more: %i', async (status, known) => {
    const { happen, stored, subscription } = started({ status, ...(known && { known }) })
    const event = { oldSubscription: subscription('old'), newSubscription: subscription('new') }
    expect(await happen('pushsubscriptionchange', event)).toEqual([told('new', 'old'), 'unsubscribed new'])
    expect(stored.size).toBe(0)
  })

  it.each([404, 503])(
    'keeps the old address where the server did not take the new one, for the next page: %i',
    async (status) => {
      const { happen, stored, subscription } = started({ status, known: 'old' })
      const event = { newSubscription: subscription('new') }
      expect(await happen('pushsubscriptionchange', event)).toEqual([told('new', 'old')])
      expect(stored.get('push /push/endpoint')).toBe('old')
    },
  )

  it('does nothing where nobody had turned it on', async () => {
    const { happen, subscription } = started()
    expect(await happen('pushsubscriptionchange', { newSubscription: subscription('new') })).toEqual([])
  })
})

it('a new worker keeps the address, and no page of an old one', async () => {
  expect(await started().happen('activate', {})).toEqual(['deleted offline-old'])
})

describe('a click on a notification', () => {
  const notification = { close: () => {}, data: { path: '/battles/1' } }
  const overlay = { url: '/overlay/battle/1' }
  const card = { url: '/Embed/battle/1', frameType: 'nested' }

  it.each([
    [
      'is a message to the window used last',
      [{ url: '/streak' }, { url: '/' }],
      ['asked /streak to show /battles/1', 'focused /streak'],
    ],
    ['passes over framed pages', [overlay, card, { url: '/' }], ['asked / to show /battles/1', 'focused /']],
    ['opens a window where there are only framed pages', [overlay, card], ['opened /battles/1']],
    [
      'opens a window where no app answers',
      [{ url: '/', answers: false }],
      ['asked / to show /battles/1', 'opened /battles/1'],
    ],
    ['opens a window where there is none', [], ['opened /battles/1']],
  ] as const)('%s, and reloads none [notifications.push-click]', async (_, windows, did) => {
    expect(await started({ windows: [...windows] }).happen('notificationclick', { notification })).toEqual(did)
  })
})
