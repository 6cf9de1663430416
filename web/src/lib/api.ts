import type { Answer, Body, CallKey } from '@aura/api/calls'
import { callUrl, type InputArgs, type Part, type UrlInput } from '@aura/api/contract/call-url'
import { MAX_LAG_SECONDS } from '@aura/api/rules/lag'
import { ApiError, isUnauthorized, OfflineError } from './api-error.ts'
import { noteServerTimeOf } from './time/server-clock.ts'

export type RequestInput<K extends CallKey> = UrlInput<K> &
  Part<'body', Body<K>> & {
    signal?: AbortSignal
    /** For calls that move value: one key per intent, made by the caller and reused when the same intent is retried. */
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

/** Returns the answer at an address for which the page's head has asked, once. Throws as `request` does. */
export function requestNamed(address: string, signal: AbortSignal): Promise<unknown> {
  const askedMs = performance.now()
  const init = { credentials: 'same-origin' as const, headers: { accept: 'application/json' }, signal }
  return send(address, init, (url) => cameBeforeMs(url, askedMs))
}

/** When a response came, by this machine's clock, if that was before a script asked for it. */
function cameBeforeMs(url: string, askedMs: number): number | undefined {
  const came = performance.getEntriesByName(url, 'resource').at(-1) as PerformanceResourceTiming | undefined
  if (!came || came.responseEnd === 0 || came.responseEnd >= askedMs) return undefined
  return Date.now() - (performance.now() - came.responseEnd)
}

type WhenCame = (url: string) => number | undefined

let newestUntilMs = 0

/**
 * For when something changed without a write of this browser, such as a live update or a payment that was credited: for as
 * long as an answer may lag behind it, reads ask for the newest state.
 */
export function askForNewest(): void {
  newestUntilMs = performance.now() + MAX_LAG_SECONDS * 1_000
}

const writes = new Set<Promise<unknown>>()
let writesDone = 0

/**
 * A write may give the session a new token, which refuses reads that left with the old one. So a read beside a write
 * that gets a 401 is sent once more when the writes have their answers.
 */
async function send<T>(address: string, init: RequestInit, whenCame?: WhenCame): Promise<T> {
  const answer = sendOnce<T>(address, init, whenCame)
  if (init.method !== undefined && init.method !== 'GET') {
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

async function sendOnce<T>(address: string, given: RequestInit, whenCame?: WhenCame): Promise<T> {
  const init = performance.now() < newestUntilMs ? withNewest(given) : given
  let response: Response
  let text: string
  try {
    response = await fetch(address, init)
    text = await response.text()
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new OfflineError({ cause })
  }
  if (!response.ok) throw new ApiError(response.status, response.statusText, text)
  const answer = JSON.parse(text) as T
  noteServerTimeOf(answer, whenCame?.(response.url))
  return answer
}

const withNewest = (init: RequestInit): RequestInit => ({
  ...init,
  headers: { ...(init.headers as Record<string, string>), 'cache-control': 'no-cache' },
})
