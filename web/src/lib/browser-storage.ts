/** What a browser keeps for this site. Never throws. */
export interface Store {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  keys(): string[]
}

/** Where the browser's storage is blocked or full, values last until the page is left. */
function createStore(open: () => Storage): Store {
  const unstored = new Map<string, string>()
  function attempt<T>(work: (storage: Storage) => T, otherwise: T): T {
    try {
      return work(open())
    } catch {
      return otherwise
    }
  }
  return {
    getItem: (key) => unstored.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem(key, value) {
      unstored.set(key, value)
      attempt((storage) => {
        storage.setItem(key, value)
        unstored.delete(key)
      }, undefined)
    },
    removeItem(key) {
      unstored.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [
      ...unstored.keys(),
      ...attempt((storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? ''), []),
    ],
  }
}

/** Shared by the browser's tabs, across visits. */
export const browserStore = createStore(() => localStorage)
/** This tab's own, across reloads. */
export const tabStore = createStore(() => sessionStorage)

/** Removes all keys that start with `prefix`. */
export function removeKeys(storage: Pick<Store, 'keys' | 'removeItem'>, prefix: string): void {
  for (const key of storage.keys()) if (key.startsWith(prefix)) storage.removeItem(key)
}

/** Returns a channel to this browser's other tabs, or undefined where the browser blocks it along with storage. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
