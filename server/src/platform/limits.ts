import type { RateClass } from '@aura/api/contract/call'
import type { GateLimits } from './http/fair-gate.ts'
import type { ImageLimits } from './images/image-encoder.ts'
import type { Pace } from './live/pace.rules.ts'
import type { StreamLimits } from './live/streams.ts'
import type { ViewerLimits } from './live/viewers.ts'

interface SocketLimits {
  /** Milliseconds of writing to sockets before other work gets its turn. */
  sliceMs: number
  /** Unsent bytes per browser beyond which states are skipped until it catches up. */
  queuedBytes: number
  /** Milliseconds between the heartbeats of a stream. */
  beatMs: number
  /** Milliseconds within which a stream ends after its session. */
  sessionCheckMs: number
  retryMs: number
  /** Interval at which a live edge renews what it watches and learns of lost states. */
  edgeRenewMs: number
}

/**
 * Limits and timings of the product; limits shown to people come from `api/src/rules`. A feature adds its own to this
 * interface in its `feature.ts` (`declare module '#platform/limits'`). Tests pass their own.
 */
export interface Limits {
  /** Milliseconds without use after which a session ends. */
  sessionMs: number
  adminSessionMs: number
  /** Milliseconds for which a sign-in is fresh. Admins need one for changes, users to link a first wallet or X. */
  freshSignInMs: number
  /** A session's last use is stored at most this often. */
  sessionTouchMs: number
  /** Retention of a response to an Idempotency-Key. */
  idempotencyMs: number
  /** Newest responses kept of a person, by number and by bytes. */
  idempotencyKept: { answers: number; bytes: number }
  /** Milliseconds a request waits for a running one with the same Idempotency-Key. */
  idempotencyWaitMs: number
  /** Milliseconds after which a running request is presumed dead, and another with its key may run. */
  idempotencyRunMs: number
  /** Retention of audits' results, except the newest. */
  auditRunsMs: number
  /** Maximum age of public figures (statistics, rankings). */
  publicCacheMs: number
  readinessMaxAgeMs: number
  readinessMs: number
  bodyBytes: number
  /** Milliseconds a client may read nothing of its response. */
  unreadMs: number
  images: ImageLimits
  live: Pace & ViewerLimits & StreamLimits & SocketLimits
  /** Concurrent requests, by their load on the database. */
  gates: Record<'heavy' | 'light', GateLimits>
  /** Most requests of an address within a window. */
  rates: Record<RateClass, { max: number; windowMs: number }>
}
