import type { Answer, Body, CallKey, Params, Query } from '@aura/api/calls'
import { ApiError, OfflineError } from './api-error.ts'
import { noteServerTimeOf } from './server-clock.ts'

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: never }
  : Partial<T> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

/** What a call takes, by its key in the API's contract. */
export type RequestInput<K extends CallKey> = Part<'params', Params<K>> &
  Part<'query', Query<K>> &
  Part<'body', Body<K>> & {
    signal?: AbortSignal
    /** For calls that move value: one key per intent, made by the caller and reused when the same intent is retried. */
    idempotencyKey?: string
  }

type Args<K extends CallKey> =
  Partial<RequestInput<K>> extends RequestInput<K> ? [input?: RequestInput<K>] : [input: RequestInput<K>]

/** The address of a call: its path with the parameters and the query filled in. */
export function callUrl(key: string, params: object = {}, query: object = {}): string {
  const template = key.slice(key.indexOf(' ') + 1)
  const given = params as Record<string, string>
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

/** Makes one call of the API. Answers what the contract says, or throws `ApiError`, `OfflineError` or the abort. */
export async function request<K extends CallKey>(key: K, ...[input]: Args<K>): Promise<Answer<K>> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const init: RequestInit = { method: key.slice(0, key.indexOf(' ')), credentials: 'same-origin', headers }
  if (input?.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(input.body)
  }
  if (input?.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  if (input?.signal) init.signal = input.signal

  let response: Response
  let text: string
  try {
    response = await fetch(callUrl(key, input?.params, input?.query), init)
    text = await response.text()
  } catch (cause) {
    if (input?.signal?.aborted) throw cause
    throw new OfflineError({ cause })
  }
  if (!response.ok) throw new ApiError(response.status, response.statusText, text)
  const answer = JSON.parse(text) as Answer<K>
  noteServerTimeOf(answer)
  return answer
}
