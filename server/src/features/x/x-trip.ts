import type { XOutcome } from '@aura/api/x'
import type { SessionPass } from '#platform/session/session'

export interface XCallback {
  /** What the browser came back with. */
  query: URLSearchParams
  browserHash: Uint8Array
  /** Who is signed in now. */
  userId: string | undefined
  userAgent: string
  previousToken: string | undefined
  /** Of the session that token is of. */
  tokenHash: Uint8Array | undefined
}

/** What a trip to X came to, for the log. */
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
  /** Who has just come with this X account, and where X shows their image. */
  newcomer?: { userId: string; imageUrl: string | null }
}
