import type { RateClass } from '@aura/api/call'
import { MICROS_PER_USDC } from '@aura/api/money'
import { RULES } from '@aura/api/rules'
import type { GateLimits } from './platform/http/fair-gate.ts'
import type { ImageLimits } from './platform/images/image-encoder.ts'
import type { Pace } from './platform/live/pace.rules.ts'
import type { StreamLimits } from './platform/live/streams.ts'
import type { ViewerLimits } from './platform/live/viewers.ts'

interface SocketLimits {
  /** How long sockets are written to before other work gets its turn. */
  sliceMs: number
  /** Unsent bytes per browser; beyond them, states are skipped until it catches up. */
  queuedBytes: number
  /** Heartbeat interval. */
  beatMs: number
  /** How soon a stream ends by itself after its session. */
  sessionCheckMs: number
  /** Browsers' reconnect delay. */
  retryMs: number
}

interface UploadLimits {
  /** Uploads received or waiting for the decoder: each is held in memory. */
  uploads: number
  /** Requests waiting to upload; more are refused. */
  uploadsWaiting: number
  uploadWaitMs: number
  /** Unused files, such as after a crash, are removed after this long. */
  unusedMs: number
}

export interface VouchTerms {
  apPerUsdc: number
  /** Micro-USDC of the vouches between two accounts that earn AP, in total. */
  pairCapMicros: number
  /** AP one person earns from vouches in a UTC day, by block time. */
  dailyAp: number
}

/** Limits and timings of the product; those shown to people are in `RULES`. Tests pass their own. */
export interface Limits {
  /** AP, once per account and once per address. */
  walletBonusAp: number
  lessonsPerDay: number
  /** AP per claim. */
  lessonAp: { beginner: number; intermediate: number; advanced: number }
  /** After a wrong answer. */
  quizRetryMs: number
  timeZoneChangeMs: number
  nonceMs: number
  /** Delay of a wallet replacement the old wallet did not sign. */
  walletNoticeMs: number
  /** A sign-in with X must return within this time. */
  xFlowMs: number
  /** Timeout of a request to X. */
  xTimeoutMs: number
  /** Circuit breaker: after X failed to respond, it is left alone this long; doubles with each further failure. */
  xBackOff: { firstMs: number; maxMs: number }
  /** Idle limit of a session. */
  sessionMs: number
  /** Absolute limit of a session; shorter for admins. */
  sessionMaxMs: number
  adminSessionMs: number
  /** How long a sign-in is fresh, which admins need for changes, and users to link a first wallet. */
  freshSignInMs: number
  /** How long a confirmation by X is valid. */
  xConfirmationMs: number
  /** A session's last use is stored at most this often. */
  sessionTouchMs: number
  /** How long a response to an Idempotency-Key is stored. */
  idempotencyMs: number
  /** How long a request waits for a running one with the same Idempotency-Key. */
  idempotencyWaitMs: number
  /** A request running longer is presumed dead, and another with its key may run. */
  idempotencyRunMs: number
  /** Maximum age of public figures (statistics, rankings). */
  publicCacheMs: number
  readinessMaxAgeMs: number
  /** Sent challenges awaiting an answer. */
  battlesPending: number
  /** Accepted and active battles per person. */
  battlesOpen: number
  /** Challenges sent within 24 hours, in total and to one person, whatever their outcome. */
  challengesPerDay: number
  challengesPerPairDay: number
  battleAheadMs: number
  vouching: VouchTerms
  /** Maximum age of a wallet's balance; each read asks the network. */
  balanceMaxAgeMs: number
  /** Maximum age of the reserves; each comparison asks the network. */
  reservesMaxAgeMs: number
  /** Lifetime of a signed withdrawal. */
  redeemDeadlineMs: number
  /** How often one redemption may be signed again. */
  redeemRenewals: number
  /** Micro-USDC signed per UTC day. The contract has its own cap. */
  redeemDailyCapMicros: number
  /** Push subscriptions per person; the least recently used is dropped. */
  pushBrowsers: number
  /** Counted taps per person: burst and rate. */
  taps: { burst: number; perS: number }
  bodyBytes: number
  images: ImageLimits & UploadLimits
  live: Pace & ViewerLimits & StreamLimits & SocketLimits
  /** Concurrent requests by database cost. */
  gates: Record<'heavy' | 'light', GateLimits>
  /** Requests per address. */
  rates: Record<RateClass, { max: number; windowMs: number }>
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

export const defaultLimits: Limits = {
  walletBonusAp: RULES.walletBonusAp,
  lessonsPerDay: RULES.lessonsPerDay,
  lessonAp: RULES.lessonAp,
  quizRetryMs: RULES.quizRetrySeconds * SECOND,
  timeZoneChangeMs: RULES.timeZoneChangeDays * DAY,
  nonceMs: RULES.nonceMinutes * MINUTE,
  walletNoticeMs: RULES.walletNoticeDays * DAY,
  xFlowMs: RULES.xFlowMinutes * MINUTE,
  xTimeoutMs: 8 * SECOND,
  xBackOff: { firstMs: SECOND, maxMs: MINUTE },
  sessionMs: RULES.sessionDays * DAY,
  sessionMaxMs: RULES.sessionMaxDays * DAY,
  adminSessionMs: RULES.adminSessionHours * 60 * MINUTE,
  freshSignInMs: RULES.freshSignInMinutes * MINUTE,
  xConfirmationMs: RULES.xConfirmationMinutes * MINUTE,
  sessionTouchMs: 60 * MINUTE,
  idempotencyMs: RULES.idempotencyDays * DAY,
  // Longer than an attempt may run, so that a retry after a crash gets a response instead of a refusal.
  idempotencyWaitMs: 12 * SECOND,
  idempotencyRunMs: 10 * SECOND,
  publicCacheMs: SECOND,
  readinessMaxAgeMs: 500,
  battlesPending: RULES.battlesPending,
  battlesOpen: RULES.battlesOpen,
  challengesPerDay: RULES.challengesPerDay,
  challengesPerPairDay: RULES.challengesPerPairDay,
  battleAheadMs: RULES.battleAheadDays * DAY,
  balanceMaxAgeMs: 2 * SECOND,
  reservesMaxAgeMs: 5 * SECOND,
  vouching: {
    apPerUsdc: RULES.apPerUsdc,
    pairCapMicros: RULES.vouchMaxUsdc * MICROS_PER_USDC,
    dailyAp: RULES.vouchDailyAp,
  },
  redeemDeadlineMs: RULES.redeemMinutes * MINUTE,
  redeemRenewals: RULES.redeemRenewals,
  redeemDailyCapMicros: RULES.redeemDailyUsdc * MICROS_PER_USDC,
  pushBrowsers: 10,
  taps: { burst: 20, perS: 5 },
  bodyBytes: 64 * 1024,
  images: {
    // A 12-megapixel camera and some margin; decoded at 16 bits, about 300 MB.
    pixels: 16_000_000,
    encodeMs: 15 * SECOND,
    idleMs: MINUTE,
    uploads: 16,
    uploadsWaiting: 240,
    uploadWaitMs: 20 * SECOND,
    unusedMs: 60 * MINUTE,
  },
  live: {
    fastestMs: 100,
    slowestMs: SECOND,
    messagesPerS: 20_000,
    readsPerS: 500,
    viewerMs: 45 * SECOND,
    visitorsPerAddress: 5,
    streams: 20_000,
    streamsPerAddress: 200,
    streamsPerUser: 20,
    sliceMs: 4,
    queuedBytes: 64 * 1024,
    beatMs: 15 * SECOND,
    sessionCheckMs: MINUTE,
    retryMs: 3 * SECOND,
  },
  gates: {
    // Fewer than half of the connections, to leave the rest for everything else.
    heavy: { atOnce: 6, atOncePerAddress: 2, waiting: 120, waitingPerAddress: 40, waitMs: 3 * SECOND },
    // Crowds share statements, so their number isn't limited. An address gets as many as a browser opens connections;
    // an office behind one address waits for milliseconds.
    light: { atOnce: 20_000, atOncePerAddress: 6, waiting: 20_000, waitingPerAddress: 200, waitMs: 10 * SECOND },
  },
  rates: {
    read: { max: 1_200, windowMs: MINUTE },
    write: { max: 120, windowMs: MINUTE },
    auth: { max: 30, windowMs: MINUTE },
    tap: { max: 600, windowMs: MINUTE },
    upload: { max: 30, windowMs: 10 * MINUTE },
    chain: { max: 120, windowMs: MINUTE },
  },
}
