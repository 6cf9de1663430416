import type { CallKey, Params, Query } from '../calls.ts'

/** A part of a request: absent if the call has none, optional if all of its fields are. */
export type Part<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: never }
  : Partial<T> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

export type UrlInput<K extends CallKey> = Part<'params', Params<K>> & Part<'query', Query<K>>

/** The arguments after a call's key: optional if `Input` requires nothing. */
export type InputArgs<Input> = Partial<Input> extends Input ? [input?: Input] : [input: Input]

/** Returns a call's escaped URL with a sorted query: the cache key of reads and the address of live states. */
export function callUrl<K extends CallKey>(key: K, ...[input]: InputArgs<UrlInput<K>>): string {
  const template = key.slice(key.indexOf(' ') + 1)
  const params = (input?.params ?? {}) as Record<string, string>
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input?.query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  search.sort()
  return search.size > 0 ? `${path}?${search}` : path
}
