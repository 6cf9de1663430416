import { environmentManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import { memoryStorage } from './memory-storage.ts'

function emptyPage() {
  const page = Object.assign(new EventTarget(), { HTMLIFrameElement: class {}, document: {} })
  const shared = { activeElement: null, defaultView: page, visibilityState: 'visible' }
  const document = Object.assign(new EventTarget(), { nodeType: 9, hidden: false, cookie: '', ...shared })
  page.document = document
  const container = () => Object.assign(new EventTarget(), { nodeType: 1, tagName: 'DIV', ownerDocument: document })
  return { page, document, container }
}

/**
 * Lets a test render hooks with their effects, without a browser. Replaces the page's globals and the clock, so the
 * test imports our modules afterwards. `close` restores them.
 */
function openPage(nowMs = Date.parse('2026-01-01T12:00:00Z')) {
  const { page, document, container } = emptyPage()
  const storage = memoryStorage()
  vi.useFakeTimers({ now: nowMs, toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  for (const [name, value] of Object.entries({
    window: page,
    document,
    localStorage: storage,
    sessionStorage: storage,
  })) {
    vi.stubGlobal(name, value)
  }
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  environmentManager.setIsServer(() => false)
  vi.resetModules()
  const mounted: (() => Promise<void>)[] = []
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  async function render<T>(client: QueryClient, hook: () => T) {
    const root = createRoot(container() as unknown as HTMLElement)
    const unmount = () => act(async () => root.unmount())
    const latest = { current: undefined as T, unmount }
    const Mounted = () => {
      latest.current = hook()
      return null
    }
    mounted.push(unmount)
    await act(async () => root.render(createElement(QueryClientProvider, { client }, createElement(Mounted))))
    await pass(0)
    return latest
  }
  async function newClient(known: Readonly<Record<string, unknown>> = {}): Promise<QueryClient> {
    const { createQueryClient } = await import('#lib/query-client')
    const client = createQueryClient(() => {})
    for (const [address, answer] of Object.entries(known)) client.setQueryData([address], answer)
    return client
  }
  return {
    window: page,
    pass,
    /** Returns a client that has read what stands at these addresses. */
    newClient,
    render,
    /** Renders with a client of its own. */
    renderAlone: async <T>(hook: () => T) => render(await newClient(), hook),
    /** Renders a hook of a value, in whose place `show` puts another. */
    async renderWith<Given, T>(first: Given, hook: (given: Given) => T, client?: QueryClient) {
      let change = (_: Given) => {}
      const rendered = await render(client ?? (await newClient()), () => {
        const [given, setGiven] = useState(first)
        change = setGiven
        return hook(given)
      })
      return Object.assign(rendered, { show: (next: Given) => act(async () => change(next)) })
    },
    act,
    async close() {
      for (const unmount of mounted) await unmount()
      environmentManager.setIsServer(() => true)
      vi.unstubAllGlobals()
      vi.useRealTimers()
    },
  }
}

/** Opens such a page for each test of a file. */
export function pageForEach(nowMs?: number): ReturnType<typeof openPage> {
  const page = {} as ReturnType<typeof openPage>
  beforeEach(() => void Object.assign(page, openPage(nowMs)))
  afterEach(() => page.close())
  return page
}

/** Returns a client in which the reads of these addresses failed and aren't repeated on mount. */
export async function clientWithFailed(...addresses: string[]): Promise<QueryClient> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  for (const address of addresses) {
    const queryFn = () => Promise.reject(new Error('No connection'))
    await client.prefetchQuery({ queryKey: [address], queryFn })
  }
  return client
}
