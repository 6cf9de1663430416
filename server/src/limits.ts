import { MICROS_PER_USDC } from '@aura/api/money'
import { AUTH_RULES, PASSKEY_RULES } from '@aura/api/rules/auth'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import { CROWD_RULES } from '@aura/api/rules/crowd'
import { INVITE_RULES } from '@aura/api/rules/invites'
import { LEADERBOARD_RULES } from '@aura/api/rules/leaderboard'
import { LESSON_RULES } from '@aura/api/rules/lessons'
import { MODERATION_RULES } from '@aura/api/rules/moderation'
import { NOTIFICATION_RULES } from '@aura/api/rules/notifications'
import { REQUEST_RULES } from '@aura/api/rules/requests'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { STEEZE_RULES } from '@aura/api/rules/steeze'
import { STREAK_RULES } from '@aura/api/rules/streak'
import { STREAM_RULES } from '@aura/api/rules/streams'
import type { Limits } from './platform/limits.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

export const defaultLimits: Limits = {
  walletBonusAp: AUTH_RULES.walletBonusAp,
  lessonsPerDay: LESSON_RULES.lessonsPerDay,
  lessonAp: LESSON_RULES.lessonAp,
  reviewAp: LESSON_RULES.reviewAp,
  quizRetryMs: LESSON_RULES.quizRetrySeconds * SECOND,
  trial: {
    wrongAnswers: LESSON_RULES.trialWrongAnswers,
    restMs: LESSON_RULES.trialRestMinutes * MINUTE,
    keptMs: LESSON_RULES.trialKeptHours * 60 * MINUTE,
    joiningMs: 60 * MINUTE,
  },
  check: { rightToPass: LESSON_RULES.checkRightAnswers, maxWrong: LESSON_RULES.checkWrongAnswers },
  lab: {
    atOnce: 1,
    atOncePerAddress: 1,
    waiting: 200,
    waitingPerAddress: 100,
    waitingPerAccount: 5,
    waitMs: 20 * SECOND,
    // A replay takes 10 to 90 ms, the dearest that the labs' own limits allow 200.
    perAccount: { burstMs: 2 * SECOND, msPerS: 20 },
    perAddress: { burstMs: 5 * SECOND, msPerS: 100 },
    processorMs: 2 * SECOND,
    wallMs: MINUTE,
  },
  lessonFigures: { people: 2_000, awayDays: 7 },
  timeZoneChangeMs: STREAK_RULES.timeZoneChangeDays * DAY,
  nonceMs: AUTH_RULES.nonceMinutes * MINUTE,
  walletNoticeMs: AUTH_RULES.walletNoticeDays * DAY,
  passkeyChallengeMs: PASSKEY_RULES.challengeMinutes * MINUTE,
  passkeysPerAccount: PASSKEY_RULES.perAccount,
  providerFlowMs: AUTH_RULES.providerFlowMinutes * MINUTE,
  providerTimeoutMs: 8 * SECOND,
  providerBackOff: { firstMs: SECOND, maxMs: MINUTE },
  sessionMs: AUTH_RULES.sessionDays * DAY,
  sessionMaxMs: AUTH_RULES.sessionMaxDays * DAY,
  adminSessionMs: AUTH_RULES.adminSessionHours * 60 * MINUTE,
  freshSignInMs: AUTH_RULES.freshSignInMinutes * MINUTE,
  providerConfirmationMs: AUTH_RULES.providerConfirmationMinutes * MINUTE,
  sessionTouchMs: 5 * MINUTE,
  idempotencyMs: REQUEST_RULES.idempotencyDays * DAY,
  idempotencyKept: REQUEST_RULES.idempotencyKept,
  // Longer than an attempt may run, so that a retry after a crash gets a response instead of a refusal.
  idempotencyWaitMs: 12 * SECOND,
  idempotencyRunMs: 10 * SECOND,
  auditRunsMs: 400 * DAY,
  readNotificationMs: NOTIFICATION_RULES.readDays * DAY,
  notificationMs: NOTIFICATION_RULES.days * DAY,
  undeliveredPushMs: 30 * DAY,
  battleStepsMs: BATTLE_RULES.stepDays * DAY,
  roundAnswersMs: ROUND_RULES.answerDays * DAY,
  practicesPerHour: ROUND_RULES.practicesPerHour,
  practicesMs: ROUND_RULES.practiceDays * DAY,
  battleStreamsMs: STREAM_RULES.keptDays * DAY,
  pastBoardsMs: LEADERBOARD_RULES.pastBoardDays * DAY,
  ranksLagMs: SECOND,
  publicCacheMs: SECOND,
  readinessMaxAgeMs: 500,
  // Load balancers give up after that time.
  readinessMs: SECOND,
  battlesPending: BATTLE_RULES.pending,
  battlesOpen: BATTLE_RULES.open,
  challengesPerDay: BATTLE_RULES.challengesPerDay,
  challengesPerPairDay: BATTLE_RULES.challengesPerPairDay,
  pairAp: { ap: BATTLE_RULES.pairAp.ap, ms: BATTLE_RULES.pairAp.days * DAY },
  mutedPerBattle: CROWD_RULES.mutedPerBattle,
  chat: {
    // The largest chats write some hundred lines a second.
    linesPerS: 2_000,
    bytesPerS: 4 * 1024 * 1024,
    // Twitch's 512, with 8,191 of tags, which are not asked for.
    lineBytes: 9 * 1024,
    joinMs: 15 * SECOND,
    // Twitch pings about every five minutes.
    silentMs: 6 * MINUTE,
    backOff: { firstMs: SECOND, maxMs: MINUTE },
    intervalMs: CROWD_RULES.chatCheerSeconds * SECOND,
    viewers: 20_000,
    connections: 40,
    leaseMs: 8 * SECOND,
    // A message of 500 characters, the one it replies to, badges and emotes.
    webhookBytes: 16 * 1024,
    webhooksPerS: 2_000,
    webhookMs: 5 * MINUTE,
    seenMs: 15 * MINUTE,
    subscriptionMs: MINUTE,
  },
  proposalMs: MODERATION_RULES.proposalHours * 60 * MINUTE,
  battleOutageMs: BATTLE_RULES.outage.seconds * 1_000,
  battleAheadMs: BATTLE_RULES.aheadDays * DAY,
  onlineMs: BATTLE_RULES.onlineMinutes * MINUTE,
  balanceMaxAgeMs: 2 * SECOND,
  reservesMaxAgeMs: 5 * SECOND,
  accountsEveryMs: 30 * SECOND,
  // Each search asks the network about every pair of wallets.
  returnsEveryMs: 5 * MINUTE,
  redeemDeadlineMs: STEEZE_RULES.redeemMinutes * MINUTE,
  redeemRenewals: STEEZE_RULES.redeemRenewals,
  redeemDailyCapMicros: STEEZE_RULES.redeemDailyUsdc * MICROS_PER_USDC,
  reviewMs: STEEZE_RULES.reviewHours * 60 * MINUTE,
  reviewApprovedMs: STEEZE_RULES.approvedDays * DAY,
  relay: {
    perPersonDay: 20,
    failuresPerDay: 3,
    perPurposeDay: { vouch: 20, buy: 20, withdraw: 10, send: 10, keys: 10 },
    // 0.01 and 0.05 ETH: some thousands of payments at Base's usual price.
    hourGwei: 10_000_000,
    dayGwei: 50_000_000,
    waiting: 1_000,
    queuedMs: MINUTE,
    // An account that is made by its first payment takes 270,000.
    maxGas: 500_000,
    maxPriceWei: 10_000_000_000,
    validMs: { min: 20 * SECOND, max: 30 * MINUTE },
    inFlight: 32,
    againMs: 3 * SECOND,
    stuckMs: 12 * SECOND,
    doubts: 60,
    checkMs: MINUTE,
    leaseMs: 6 * SECOND,
    busyMs: 500,
    idleMs: 2 * SECOND,
    keptMs: 90 * DAY,
  },
  pushBrowsers: 10,
  invites: {
    firstAfterDays: INVITE_RULES.firstAfterDays,
    everyMs: INVITE_RULES.everyDays * DAY,
    waiting: INVITE_RULES.waiting,
  },
  taps: { burst: 20, perS: 5 },
  bodyBytes: 64 * 1024,
  unreadMs: MINUTE,
  images: {
    // A 12-megapixel camera and some margin; decoded at 16 bits, about 300 MB.
    pixels: 16_000_000,
    encodeMs: 15 * SECOND,
    idleMs: MINUTE,
  },
  uploads: {
    // Each is held in memory. Those that wait are not read yet.
    ...{ atOnce: 16, atOncePerAddress: 4, waiting: 240, waitingPerAddress: 60, waitingPerAccount: 1 },
    waitMs: 20 * SECOND,
    // A photo takes half a second, the dearest pictures several.
    perAccount: { burstMs: 20 * SECOND, msPerS: 50 },
    perAddress: { burstMs: 60 * SECOND, msPerS: 100 },
    unusedMs: 60 * MINUTE,
  },
  drawings: {
    ...{ atOnce: 1, atOncePerAddress: 1, waiting: 400, waitingPerAddress: 40, waitingPerAccount: 4 },
    waitMs: 10 * SECOND,
    // A picture takes 70 to 160 ms.
    perAccount: { burstMs: 2 * SECOND, msPerS: 50 },
    perAddress: { burstMs: 2 * SECOND, msPerS: 100 },
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
    edgeRenewMs: 2 * SECOND,
  },
  gates: {
    // Fewer than half of the connections, to leave the rest for everything else.
    heavy: { atOnce: 6, atOncePerAddress: 2, waiting: 120, waitingPerAddress: 40, waitMs: 3 * SECOND },
    // Crowds share statements, so their number isn't limited. An address gets the number of connections that a browser
    // opens; an office behind one address waits for milliseconds.
    light: { atOnce: 20_000, atOncePerAddress: 6, waiting: 20_000, waitingPerAddress: 200, waitMs: 10 * SECOND },
  },
  rates: {
    read: { max: 1_200, windowMs: MINUTE },
    write: { max: 120, windowMs: MINUTE },
    auth: { max: 30, windowMs: MINUTE },
    tap: { max: 600, windowMs: MINUTE },
    upload: { max: 30, windowMs: 10 * MINUTE },
    chain: { max: 120, windowMs: MINUTE },
    webhook: { max: 1_000, windowMs: SECOND },
  },
}
