import { withDeadline } from './deadline.ts'
import { createGate } from './gate.ts'

/** Limits of one outgoing request. */
export interface FetchBounds {
  /** From the call to the last byte of the response, including the wait for a free slot. */
  timeoutMs: number
  /** Of the response's body, after decompression. */
  maxBytes: number
  /** Concurrent requests; the others wait. */
  maxAtOnce: number
}

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The response's body is larger than the caller accepts. */
class ResponseTooLarge extends Error {
  override name = 'ResponseTooLarge'

  constructor(maxBytes: number) {
    super(`the response exceeded the size limit of ${maxBytes} bytes`)
  }
}

/** Statuses whose responses have no body. */
const BODYLESS = new Set([204, 205, 304])

/**
 * Returns a `fetch` that is bounded in time, bytes and concurrency, for every request this server makes. The response
 * is complete when it is returned, and redirects aren't followed: a 3xx is returned like any other status. Throws
 * DeadlineExceeded, ResponseTooLarge, or what `fetch` throws.
 */
export function boundedFetch({ timeoutMs, maxBytes, maxAtOnce }: FetchBounds): Fetch {
  const gate = createGate(maxAtOnce)
  return (input, init) =>
    withDeadline(timeoutMs, init?.signal, (signal) =>
      gate(signal, async () => {
        const response = await fetch(input, { ...init, redirect: 'manual', signal })
        const body = await readBody(response, maxBytes)
        const { status, statusText } = response
        const headers = new Headers(response.headers)
        // The body is already decoded, so these headers no longer describe it.
        headers.delete('content-encoding')
        headers.delete('content-length')
        return new Response(BODYLESS.has(status) ? null : body, { status, statusText, headers })
      }),
    )
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop by an error cancels the body, which closes the connection.
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxBytes) throw new ResponseTooLarge(maxBytes)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
