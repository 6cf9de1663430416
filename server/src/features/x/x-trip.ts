import type { XOutcome } from '@aura/api/calls/x'
import type { SessionPass } from '#platform/session/session'

export interface XCallback {
  /** Query and cookies of the callback. */
  query: URLSearchParams
  browserHash: Uint8Array
  /** The signed-in person. */
  userId: string | undefined
  userAgent: string
  previousToken: string | undefined
  /** Of the session that token is of. */
  tokenHash: Uint8Array | undefined
}

/** Outcome of signing in with X, as a security event. */
export type XDeed =
  | { kind: 'sign-in' | 'x-linked'; userId: string }
  | { kind: 'fresh-proof'; userId: string; purpose: string }

export interface XFinish {
  /** Null: signed in, and nothing else to say. */
  outcome: XOutcome | null
  next: string | null
  /** Of the session, for who has just signed in, or signed in again. */
  pass?: SessionPass | undefined
  did?: XDeed
  /** The person of this X account, and the address of their image on X. */
  newcomer?: { userId: string; imageUrl: string | null }
}
