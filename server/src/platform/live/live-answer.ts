import { callUrl, type InputArgs, type UrlInput } from '@aura/api/call-url'
import type { Answer, CallKey } from '@aura/api/calls'

/** Reads, which a page caches under their address. */
type ReadKey = Extract<CallKey, `GET ${string}`>

declare const typed: unique symbol

/** Part of a live state: the newest answer of one read, or a marker. Only the functions below make one. */
export interface LiveAnswer {
  readonly address: string
  readonly value: unknown
  readonly [typed]: true
}

const part = (address: string, value: unknown) => ({ address, value }) as LiveAnswer

/** Returns the newest answer of a read. The page puts it in place of the one it has. */
export const liveAnswer = <K extends ReadKey>(key: K, input: UrlInput<K>, answer: Answer<K>): LiveAnswer =>
  part(callUrl(key, ...([input] as InputArgs<UrlInput<K>>)), answer)

/** Returns the newest answer of a read without the fields that differ by viewer. The page keeps its own for these. */
export function sharedLiveAnswer<K extends ReadKey, Own extends keyof Answer<K>>(
  key: K,
  input: UrlInput<K>,
  answer: Answer<K>,
  own: readonly Own[],
): LiveAnswer {
  const shared = Object.entries(answer as object).filter(([name]) => !own.includes(name as Own))
  return part(callUrl(key, ...([input] as InputArgs<UrlInput<K>>)), Object.fromEntries(shared))
}

/**
 * Returns a marker for every read whose address begins with that of `key`. The page asks for those again when the marker's
 * value changes.
 */
export const liveMarker = <K extends ReadKey>(key: K, input: Partial<UrlInput<K>>, value: unknown): LiveAnswer =>
  part(`${callUrl(key, ...([input] as InputArgs<UrlInput<K>>))}*`, value)
