import type { RateClass } from '@aura/api/contract/call'
import type { GateLimits } from './http/fair-gate.ts'
import type { ImageLimits } from './images/image-encoder.ts'
import type { Pace } from './live/pace.rules.ts'
import type { StreamLimits } from './live/streams.ts'
import type { ViewerLimits } from './live/viewers.ts'

interface SocketLimits {
  /** How long sockets are written to before other work gets its turn. */
  sliceMs: number
  /** Unsent bytes per browser; beyond them, states are skipped until it catches up. */
  queuedBytes: number
  /** Heartbeat interval. */
  beatMs: number
  /** How soon a stream ends by itself after its session. */
  sessionCheckMs: number
  retryMs: number
  /** A live edge renews what it watches this often, and hears then of a state that was lost. */
  edgeRenewMs: number
}

/**
 * Limits and timings of the product; those shown to people come from `api/src/rules`. A feature adds its own to this interface in
 * its `feature.ts` (`declare module '#platform/limits'`). Tests pass their own.
 */
export interface Limits {
  /** Idle limit of a session. */
  sessionMs: number
  adminSessionMs: number
  /** How long a sign-in is fresh, which admins need for changes, and users to link a first wallet or X. */
  freshSignInMs: number
  /** A session's last use is stored at most this often. */
  sessionTouchMs: number
  /** How long a response to an Idempotency-Key is stored. */
  idempotencyMs: number
  /** How long a request waits for a running one with the same Idempotency-Key. */
  idempotencyWaitMs: number
  /** A request running longer is presumed dead, and another with its key may run. */
  idempotencyRunMs: number
  /** How long results of audits are kept, except the newest. */
  auditRunsMs: number
  /** Maximum age of public figures (statistics, rankings). */
  publicCacheMs: number
  readinessMaxAgeMs: number
  readinessMs: number
  bodyBytes: number
  /** How long a client may read nothing of its response. */
  unreadMs: number
  images: ImageLimits
  live: Pace & ViewerLimits & StreamLimits & SocketLimits
  /** Concurrent requests by database cost. */
  gates: Record<'heavy' | 'light', GateLimits>
  /** Requests per address. */
  rates: Record<RateClass, { max: number; windowMs: number }>
}
