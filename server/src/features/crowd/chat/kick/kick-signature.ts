import type { IncomingHttpHeaders } from 'node:http'

export interface SignedRequest {
  /** What the signature covers. */
  signed: Buffer
  signature: Buffer
  sentAtMs: number
  /** Not covered by the signature. */
  type: string
}

const MESSAGE_ID = /^[\w-]{1,100}$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/
/** Signatures by keys of 2,048 to 8,192 bits. */
const SIGNATURE = /^[A-Za-z0-9+/]{340,1400}={0,2}$/

/** Returns the parts of a request that Kick has signed, by its headers; null if one is missing or isn't of their form. */
export function signedRequestOf(headers: IncomingHttpHeaders, body: Buffer): SignedRequest | null {
  const read = (name: string) => String(headers[`kick-event-${name}`] ?? '')
  const [id, at, signature] = [read('message-id'), read('message-timestamp'), read('signature')]
  const sentAtMs = MOMENT.test(at) ? Date.parse(at) : Number.NaN
  if (!MESSAGE_ID.test(id) || Number.isNaN(sentAtMs) || !SIGNATURE.test(signature)) return null
  return {
    signed: Buffer.concat([Buffer.from(`${id}.${at}.`), body]),
    signature: Buffer.from(signature, 'base64'),
    sentAtMs,
    type: read('type'),
  }
}
