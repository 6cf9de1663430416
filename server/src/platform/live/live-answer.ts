import type { Answer, CallKey } from '@aura/api/calls'
import { callUrl, type InputArgs, type UrlInput } from '@aura/api/contract/call-url'

type ReadKey = Extract<CallKey, `GET ${string}`>

declare const typed: unique symbol

/** The newest response of one read, or a marker. Only the functions below create one. */
export interface LiveAnswer {
  readonly address: string
  readonly value: unknown
  readonly [typed]: true
}

const part = (address: string, value: unknown) => ({ address, value }) as LiveAnswer

/** Returns a response that replaces the page's cached one. */
export const liveAnswer = <K extends ReadKey>(key: K, input: UrlInput<K>, answer: Answer<K>): LiveAnswer =>
  part(callUrl(key, ...([input] as InputArgs<UrlInput<K>>)), answer)

/** Returns a response without the fields that differ by viewer, for which the page keeps its own values. */
export function sharedLiveAnswer<K extends ReadKey, Own extends keyof Answer<K>>(
  key: K,
  input: UrlInput<K>,
  answer: Answer<K>,
  own: readonly Own[],
): LiveAnswer {
  const shared = Object.entries(answer as object).filter(([name]) => !own.includes(name as Own))
  return part(callUrl(key, ...([input] as InputArgs<UrlInput<K>>)), Object.fromEntries(shared))
}

/** Returns a marker for every read whose address starts with `key`'s. Pages refetch them when the value changes. */
export const liveMarker = <K extends ReadKey>(key: K, input: Partial<UrlInput<K>>, value: unknown): LiveAnswer =>
  part(`${callUrl(key, ...([input] as InputArgs<UrlInput<K>>))}*`, value)
