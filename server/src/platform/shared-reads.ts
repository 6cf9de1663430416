interface Sharing {
  ms: number
  most?: number
}

/** Caches results: callers of a key share one while it is read and for `ms`. Failures aren't cached. */
export function sharedReads<Value>(
  { ms, most = 1_000 }: Sharing,
  read: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const kept = new Map<string, { value: Promise<Value>; untilMs: number }>()

  function start(key: string): Promise<Value> {
    const entry = { value: read(key), untilMs: Number.POSITIVE_INFINITY }
    kept.delete(key)
    kept.set(key, entry)
    const forget = () => {
      if (kept.get(key) === entry) kept.delete(key)
    }
    entry.value.then(() => {
      entry.untilMs = performance.now() + ms
      if (ms === 0) forget()
    }, forget)
    if (kept.size > most) kept.delete(kept.keys().next().value as string)
    return entry.value
  }

  return (key) => {
    const found = kept.get(key)
    return found && performance.now() < found.untilMs ? found.value : start(key)
  }
}
