import type { XOutcome } from '@aura/api/calls/x'
import type { SessionPass } from '#platform/session/session'

export interface XCallback {
  query: URLSearchParams
  browserHash: Uint8Array
  userId: string | undefined
  signedInAt: Date | undefined
  userAgent: string
  previousToken: string | undefined
  tokenHash: Uint8Array | undefined
}

export type XDeed =
  | { kind: 'sign-in' | 'x-linked'; userId: string }
  | { kind: 'fresh-proof'; userId: string; purpose: string }

export interface XFinish {
  /** Null for a sign-in, which shows no message. */
  outcome: XOutcome | null
  next: string | null
  pass?: SessionPass | undefined
  did?: XDeed
  newcomer?: { userId: string; imageUrl: string | null }
}
