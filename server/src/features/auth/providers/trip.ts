import type { ProviderOutcome } from '@aura/api/calls/providers'
import type { ProviderClient } from '#features/providers'
import type { SessionPass } from '#platform/session/session'
import type { BackOff } from './back-off.ts'

/** A provider that people can be sent to. */
export interface Way {
  client: ProviderClient
  backOff: BackOff
}

export interface Callback {
  query: URLSearchParams
  browserHash: Uint8Array
  userId: string | undefined
  signedInAt: Date | undefined
  userAgent: string
  previousToken: string | undefined
  tokenHash: Uint8Array | undefined
}

export type Deed =
  | { kind: 'sign-in' | 'provider-linked'; userId: string }
  | { kind: 'fresh-proof'; userId: string; purpose: string }

export interface Finish {
  /** Null for a sign-in, which shows no message. */
  outcome: ProviderOutcome | null
  next: string | null
  pass?: SessionPass | undefined
  did?: Deed
  newcomer?: { userId: string; imageUrl: string | null }
}
