import type { XOutcome } from '@aura/api/calls/x'
import type { SessionPass } from '#platform/session/session'

export interface XCallback {
  /** Query and cookies of the callback. */
  query: URLSearchParams
  browserHash: Uint8Array
  userId: string | undefined
  userAgent: string
  previousToken: string | undefined
  /** Hash of that token's session. */
  tokenHash: Uint8Array | undefined
}

/** Security event of each outcome. */
export type XDeed =
  | { kind: 'sign-in' | 'x-linked'; userId: string }
  | { kind: 'fresh-proof'; userId: string; purpose: string }

export interface XFinish {
  /** Null: signed in, with no message. */
  outcome: XOutcome | null
  next: string | null
  /** The new session, after signing in or signing in again. */
  pass?: SessionPass | undefined
  did?: XDeed
  /** The user of this X account, and their image's address on X. */
  newcomer?: { userId: string; imageUrl: string | null }
}
