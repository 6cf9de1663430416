import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberPlaces, restorePlace } from './scroll-memory.ts'

/** A window with history, whose changes wouter reports as events. */
const page = Object.assign(new EventTarget(), { scrollY: 0 })
const entries: { state: unknown; pathname: string }[] = []
let at = 0
const put = (index: number, state: unknown, pathname: string) => {
  entries.length = index
  entries.push({ state, pathname })
  at = index
}
const replace = (state: unknown, pathname: string) => {
  put(at, state, pathname)
  page.dispatchEvent(new Event('replaceState'))
}
const push = (pathname: string) => put(at + 1, null, pathname)
const scrollTo = (top: number) => {
  page.scrollY = top
  page.dispatchEvent(new Event('scroll'))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  put(0, null, '/battles')
  page.scrollY = 0
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => scrollTo(top))
  vi.stubGlobal('location', {
    get pathname() {
      return entries[at]?.pathname
    },
  })
  vi.stubGlobal('history', {
    get state() {
      return entries[at]?.state
    },
    replaceState: (state: unknown) => replace(state, entries[at]?.pathname ?? ''),
  })
  Object.defineProperty(globalThis, 'scrollY', { configurable: true, get: () => page.scrollY })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(globalThis, 'scrollY')
})

it('finds a list where it was left, also after a tab was chosen', () => {
  const stop = rememberPlaces()
  // The first entry is marked once it is painted.
  expect(history.state).toBeNull()
  vi.runAllTimers()
  expect(history.state).toHaveProperty('mark')
  // A tab keeps the path, changes the query and clears the state.
  replace(null, '/battles')
  scrollTo(700)
  push('/battles/1')
  restorePlace()
  expect(page.scrollY).toBe(0)
  at = 0
  restorePlace()
  expect(page.scrollY).toBe(700)
  stop()
})

it('leaves the entry alone that came before the first was painted', () => {
  const stop = rememberPlaces()
  push('/battles/1')
  vi.runAllTimers()
  expect(history.state).toBeNull()
  stop()
})

it('begins at the top where one screen replaces another', () => {
  const stop = rememberPlaces()
  scrollTo(700)
  replace(null, '/streak')
  restorePlace()
  expect(page.scrollY).toBe(0)
  stop()
})
