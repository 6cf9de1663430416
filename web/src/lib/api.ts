import type { Answer, Body, CallKey } from '@aura/api/calls'
import { callUrl, type InputArgs, type Part, type UrlInput } from '@aura/api/contract/call-url'
import { ApiError, isUnauthorized, OfflineError } from './api-error.ts'
import { noteServerTimeOf, type RoundTrip } from './time/server-clock.ts'

export type RequestInput<K extends CallKey> = UrlInput<K> &
  Part<'body', Body<K>> & {
    signal?: AbortSignal
    /** Required for calls that move value: one key per intent, reused when the same intent is retried. */
    idempotencyKey?: string
  }

/** Returns the typed response. Throws `ApiError`, `OfflineError` or the abort. */
export async function request<K extends CallKey>(key: K, ...[input]: InputArgs<RequestInput<K>>): Promise<Answer<K>> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const init: RequestInit = { method: key.slice(0, key.indexOf(' ')), credentials: 'same-origin', headers }
  if (input?.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(input.body)
  }
  if (input?.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  if (input?.signal) init.signal = input.signal

  return send(callUrl(key, ...([input] as InputArgs<UrlInput<K>>)), init)
}

/** Returns the response to a request that the page's head made for this address, once. Throws as `request` does. */
export function requestNamed(address: string, signal: AbortSignal): Promise<unknown> {
  const init = { credentials: 'same-origin' as const, headers: { accept: 'application/json' }, signal }
  return send(address, init, tripOfNamed)
}

/** Until its timing is known, assumes that the head sent it when the page began. */
function tripOfNamed(url: string): RoundTrip {
  const timing = performance.getEntriesByName(url, 'resource').at(-1) as PerformanceResourceTiming | undefined
  const nowMs = performance.now()
  const [sentMs, endedMs] = timing?.responseEnd ? [timing.startTime, timing.responseEnd] : [0, nowMs]
  return { cameMs: Date.now() - (nowMs - endedMs), tookMs: endedMs - sentMs }
}

type TripOf = (url: string) => RoundTrip

const writes = new Set<Promise<unknown>>()
let writesDone = 0

/** Sends a request. Reads refused with a token that a write just rotated are sent again after the writes. */
async function send<T>(address: string, init: RequestInit, tripOf?: TripOf): Promise<T> {
  const answer = sendOnce<T>(address, init, tripOf)
  if (isWrite(init)) {
    const write = answer
      .catch(() => undefined)
      .finally(() => {
        writes.delete(write)
        writesDone++
      })
    writes.add(write)
    return answer
  }
  const doneBefore = writesDone
  try {
    return await answer
  } catch (error) {
    if (!isUnauthorized(error) || (writes.size === 0 && writesDone === doneBefore)) throw error
    await Promise.all(writes)
    return sendOnce<T>(address, init)
  }
}

const isWrite = ({ method = 'GET' }: RequestInit): boolean => method !== 'GET'

async function sendOnce<T>(address: string, init: RequestInit, tripOf?: TripOf): Promise<T> {
  let response: Response
  let text: string
  let trip: RoundTrip
  const sentMs = performance.now()
  try {
    response = await fetch(address, init)
    trip = { cameMs: Date.now(), tookMs: performance.now() - sentMs }
    text = await response.text()
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new OfflineError({ cause })
  }
  if (!response.ok) throw new ApiError(response.status, response.statusText, text)
  const answer = JSON.parse(text) as T
  // A repeated write returns the stored response of the first attempt with its time.
  if (!isWrite(init)) noteServerTimeOf(answer, tripOf?.(response.url) ?? trip)
  return answer
}
