import { withDeadline } from './deadline.ts'
import { createGate } from './gate.ts'

export interface FetchBounds {
  /** Milliseconds from the call to the last byte, including the wait for a slot. */
  timeoutMs: number
  maxBytes: number
  maxAtOnce: number
}

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

class ResponseTooLarge extends Error {
  override name = 'ResponseTooLarge'

  constructor(maxBytes: number) {
    super(`the response exceeded the size limit of ${maxBytes} bytes`)
  }
}

const BODYLESS = new Set([204, 205, 304])

/**
 * Returns a `fetch` bounded in time, bytes and concurrency, which every request of this server uses. The response is
 * complete when returned, and redirects aren't followed. Throws DeadlineExceeded, ResponseTooLarge, or the error of
 * `fetch`.
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
        // These headers describe the encoded body.
        headers.delete('content-encoding')
        headers.delete('content-length')
        return new Response(BODYLESS.has(status) ? null : body, { status, statusText, headers })
      }),
    )
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  // Throwing out of the loop cancels the body, which closes the connection.
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxBytes) throw new ResponseTooLarge(maxBytes)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
