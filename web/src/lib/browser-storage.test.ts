import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserStore, openChannel, removeKeys, tabStore } from './browser-storage.ts'

beforeEach(() => {
  // Other suites of this process leave values.
  for (const store of [browserStore, tabStore]) removeKeys(store, '')
})
afterEach(() => vi.unstubAllGlobals())

const block = (...names: string[]) => {
  for (const name of names) {
    vi.stubGlobal(name, undefined)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  }
}

it('values last until the page is left where storage is blocked [frame.storage-blocked]', () => {
  block('localStorage', 'sessionStorage', 'BroadcastChannel')
  for (const store of [browserStore, tabStore]) {
    expect([store.getItem('a'), store.keys()]).toEqual([null, []])
    store.setItem('a', '1')
    expect([store.getItem('a'), store.keys()]).toEqual(['1', ['a']])
    store.removeItem('a')
    expect([store.getItem('a'), store.keys()]).toEqual([null, []])
  }
  expect(openChannel('tabs')).toBeUndefined()
})

it('a full storage keeps what it has, and the page what it wrote last', () => {
  const items = new Map([['a', 'old']])
  const storage = {
    isFull: true,
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (storage.isFull) throw new DOMException('Full', 'QuotaExceededError')
      items.set(key, value)
    },
  }
  vi.stubGlobal('localStorage', storage)
  browserStore.setItem('a', 'new')
  expect([items.get('a'), browserStore.getItem('a')]).toEqual(['old', 'new'])
  storage.isFull = false
  browserStore.setItem('a', 'newer')
  items.set('a', 'by another tab')
  expect(browserStore.getItem('a')).toBe('by another tab')
})
