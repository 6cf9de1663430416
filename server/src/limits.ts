import type { RateClass } from '@aura/api/call'
import { MICROS_PER_USDC } from '@aura/api/money'
import { RULES } from '@aura/api/rules'
import type { GateLimits } from './platform/http/fair-gate.ts'
import type { ImageLimits } from './platform/images/image-encoder.ts'
import type { Pace } from './platform/live/pace.rules.ts'
import type { StreamLimits } from './platform/live/streams.ts'
import type { ViewerLimits } from './platform/live/viewers.ts'

/** How live streams are written. */
interface SocketLimits {
  /** How long sockets are written to before others get their turn. */
  sliceMs: number
  /** What may wait to be sent to a browser; past it, it is skipped until it has caught up. */
  queuedBytes: number
  /** A sign of life on every stream. */
  beatMs: number
  /** How soon a stream notices by itself that its session is over. */
  sessionCheckMs: number
  /** How long browsers wait before they come back. */
  retryMs: number
}

/** How many images may be on their way to us. */
interface UploadLimits {
  /** Received, or waiting to be decoded, at the same time: each is held in memory as a whole. */
  uploads: number
  /** Requests that wait until they may send theirs; more are refused. */
  uploadsWaiting: number
  /** How long they wait. */
  uploadWaitMs: number
  /** A file that nobody took into use, because a server ended in between, is removed after so long. */
  unusedMs: number
}

export interface VouchTerms {
  apPerUsdc: number
  /** What of two accounts' vouches earns AP, ever. */
  pairCapMicros: number
  /** AP that vouches award one person in a UTC day, by the blocks' time. */
  dailyAp: number
}

/** Every amount and time the product is tuned by. What people are told of them is in `RULES`. Tests hand in their own. */
export interface Limits {
  /** AP for the first wallet of an account, once per account and once per address. */
  walletBonusAp: number
  lessonsPerDay: number
  /** AP a claim pays, by difficulty. */
  lessonAp: { beginner: number; intermediate: number; advanced: number }
  /** Wait after a wrong answer. */
  quizRetryMs: number
  timeZoneChangeMs: number
  nonceMs: number
  /** How long a replacement of a wallet waits that the wallet itself did not sign. */
  walletNoticeMs: number
  /** A sign-in with X must come back within. */
  xFlowMs: number
  /** An answer of X is waited for at most this long. */
  xTimeoutMs: number
  /** After a call that X did not answer nobody is sent there for so long; twice as long after each further one. */
  xBackOff: { firstMs: number; maxMs: number }
  /** A session ends this long after it was last used. */
  sessionMs: number
  /** A session ends this long after its sign-in, however much it is used; an admin's sooner. */
  sessionMaxMs: number
  adminSessionMs: number
  /** A sign-in is fresh for this long: admins change things, and a first wallet is linked, only within it. */
  freshSignInMs: number
  /** How long a person who confirmed with X has to do what they confirmed. */
  xConfirmationMs: number
  /** A session's last use is written down at most this often. */
  sessionTouchMs: number
  /** How long an answer to an Idempotency-Key is repeated. */
  idempotencyMs: number
  /** How long a request waits for another one with its Idempotency-Key that is still running. */
  idempotencyWaitMs: number
  /** A request that runs longer is taken for dead: another one with its key may run in its place. */
  idempotencyRunMs: number
  /** How old a public figure (statistics, rankings) may be. */
  publicCacheMs: number
  /** How long a result of /readyz is shared. */
  readinessMaxAgeMs: number
  /** Challenges somebody may have waiting for an answer. */
  battlesPending: number
  /** Accepted and active battles somebody may be in. */
  battlesOpen: number
  /** Challenges somebody may send within 24 hours, whatever became of them; and to one person. */
  challengesPerDay: number
  challengesPerPairDay: number
  /** How far ahead a battle may start. */
  battleAheadMs: number
  vouching: VouchTerms
  /** How old a wallet's balance may be: each asks the network. */
  balanceMaxAgeMs: number
  /** How old the comparison of reserves may be: making it asks the network. */
  reservesMaxAgeMs: number
  /** How long a signed withdrawal can be used. */
  redeemDeadlineMs: number
  /** How often one redemption is signed again. */
  redeemRenewals: number
  /** Micro-USDC that may be signed for a UTC day. The contract has a cap of its own. */
  redeemDailyCapMicros: number
  /** Closed browsers that one person is sent notifications to; the one not used for longest makes room. */
  pushBrowsers: number
  /** Taps of one person that count: so many at once, and so many a second. */
  taps: { burst: number; perS: number }
  bodyBytes: number
  images: ImageLimits & UploadLimits
  live: Pace & ViewerLimits & StreamLimits & SocketLimits
  /** How many requests run at once, by how much they cost the database. */
  gates: Record<'heavy' | 'light', GateLimits>
  /** Requests an address may make of each kind. */
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
  // Longer than an attempt is taken for alive: who repeats a request after a crash is answered, not refused.
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
    // A camera's 12 megapixels and some; unfolded at 16 bits they take some 300 MB of the process that decodes.
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
    // Fewer than half of the connections of the database, so that all else has the other half.
    heavy: { atOnce: 6, atOncePerAddress: 2, waiting: 120, waitingPerAddress: 40, waitMs: 3 * SECOND },
    // A crowd's requests share statements, so they are not bounded in all. An address has as many as a browser opens
    // connections; of an office the others wait for milliseconds.
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
