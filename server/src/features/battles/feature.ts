import type { PublicConfig } from '@aura/api/calls/config'
import type { ListedHost } from '@aura/api/streams'
import type { Queryable, Tx } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { announcementsDue } from './announcements/announce-live.ts'
import { announcementsPersonal, announcementsRetention } from './announcements/tables.ts'
import { auditBattles } from './audit-battles.ts'
import { challengersPersonal, challengersRetention } from './creating/tables.ts'
import { eraseFromBattles } from './erase-from-battles.ts'
import { battlesFeed } from './feed-store.ts'
import { addRestoredGiftPartitions, giftPartitions } from './gifts/gift-partitions.ts'
import { giftsPersonal, giftsRetention } from './gifts/tables.ts'
import { battlesStatus } from './lifecycle/battles-status.ts'
import type { DecidedRounds } from './lifecycle/decided-rounds.ts'
import { battlesDue } from './lifecycle/due-battles.ts'
import { registerSettled, type SettleMetrics, settleMetrics } from './lifecycle/settle-metrics.ts'
import { voidBattleCommand } from './lifecycle/void-battle-command.ts'
import { linksDue } from './links/due-links.ts'
import { linksPersonal, linksRetention } from './links/tables.ts'
import { battleLive, battlesLive } from './live.ts'
import { heartbeatsDue } from './outages/heartbeat.ts'
import { practicePersonal, practiceRetention } from './practice/tables.ts'
import { battlesRecap } from './recap-store.ts'
import { leadHistoriesDue } from './receipt/due-lead-histories.ts'
import { duelLive, roundsLive } from './rounds/read-rounds.ts'
import { isInRounds } from './rounds/rounds-store.ts'
import { roundsPersonal, roundsRetention } from './rounds/tables.ts'
import { battlesRoutes } from './routes.ts'
import type { ProvenChannels } from './streams/resolve-streams.ts'
import { streamsPersonal, streamsRetention } from './streams/tables.ts'
import { battlesPersonal, battlesRetention } from './tables.ts'

const battlePath = (id: string | null) => (id === null ? '/' : `/battles/${id}`)
/** Returns the path of an admin's notice, which is about a battle or names its page. */
const noticePath = (about: string | null) => (about?.startsWith('user/') ? `/${about}` : battlePath(about))

declare module '#platform/feature' {
  interface Feature {
    /** Returns whether a user knows another: they follow them, or received USDC from them. */
    readonly isAcquainted?: (db: Queryable, pair: { userId: string; otherId: string }) => Promise<boolean>
    /** Returns the channels that platforms have confirmed to be these users'. At most one feature provides it. */
    readonly provenChannels?: (db: Queryable, userIds: readonly string[]) => Promise<ProvenChannels>
    /** Follows battles that their rounds decided, in the transaction that settles them. Takes no lock before ledger accounts. */
    readonly roundsDecided?: (tx: Tx, battles: readonly DecidedRounds[], at: Date) => Promise<void>
  }
}

declare module '#platform/context' {
  interface Context {
    /** Set in the running server only, not in command-line programs. */
    settleMetrics?: SettleMetrics
  }
}

declare module '#platform/settings' {
  interface Settings {
    /** Null allows battles of the usual lengths only. */
    demoBattle: PublicConfig['demoBattle']
    /** Hosts from which everybody may show streams, beside the channels they have proven. */
    streamHosts: readonly ListedHost[]
  }
}

declare module '#platform/limits' {
  interface Limits {
    /** Sent challenges awaiting a response. */
    battlesPending: number
    /** Accepted and active battles per person. */
    battlesOpen: number
    /** Challenges sent within 24 hours, in total and to one person, regardless of their outcome. */
    challengesPerDay: number
    challengesPerPairDay: number
    /** AP that battles of a pair may move in that time. */
    pairAp: { ap: number; ms: number }
    battleAheadMs: number
    /** Milliseconds after their last use of Aura during which somebody counts as online. */
    onlineMs: number
    /** Retention of the steps of a battle that is over. */
    battleStepsMs: number
    /** Retention of viewers' answers to rounds, which tell what they saw lately and what they missed. */
    roundAnswersMs: number
    /** Practices of rounds that one person may start within an hour, and their retention. */
    practicesPerHour: number
    practicesMs: number
    /** Retention of what the sides of a battle that is over chose to show. */
    battleStreamsMs: number
    /** Silence of the database in a battle's last minute that moves its end. Null: never, for clocks that jump. */
    battleOutageMs: number | null
    /** Counted taps per person: burst and rate per second. */
    taps: { burst: number; perS: number }
  }
}

export const battlesFeature = {
  name: 'battles',
  opens: async () => ({ context: { settleMetrics: settleMetrics() } }),
  metrics: [registerSettled],
  routes: battlesRoutes,
  adminCommands: [voidBattleCommand],
  live: [battleLive, battlesLive, roundsLive, duelLive],
  holdsAnswers: isInRounds,
  jobs: {
    heartbeats: heartbeatsDue,
    battles: battlesDue,
    announcements: announcementsDue,
    challengeLinks: linksDue,
    leadHistories: leadHistoriesDue,
  },
  pushes: {
    battle_challenge: { urgency: 'high' },
    battle_accepted: { urgency: 'high' },
    battle_update: { urgency: 'high' },
    // A battle, with its extensions, is over by then.
    follow_live: { urgency: 'high', hours: 6 },
    // Has the reminders people ask for.
    other: { urgency: 'high' },
  },
  notifications: {
    battle_challenge: battlePath,
    battle_accepted: battlePath,
    battle_rejected: battlePath,
    battle_update: battlePath,
    follow_live: battlePath,
    other: noticePath,
  },
  transferKinds: [
    'battle_stake',
    'battle_stake_return',
    'battle_win',
    'battle_gift',
    'battle_gifts_payout',
    'battle_gift_refund',
  ],
  audit: { holds: 'The battles hold.', broken: 'The battles are broken', run: auditBattles },
  feed: battlesFeed,
  recap: battlesRecap,
  status: battlesStatus,
  personalData: [
    ...linksPersonal,
    ...challengersPersonal,
    ...battlesPersonal,
    ...giftsPersonal,
    ...announcementsPersonal,
    ...roundsPersonal,
    ...practicePersonal,
    ...streamsPersonal,
  ],
  retention: [
    ...battlesRetention,
    ...giftsRetention,
    ...challengersRetention,
    ...linksRetention,
    ...announcementsRetention,
    ...roundsRetention,
    ...practiceRetention,
    ...streamsRetention,
  ],
  partitioned: [giftPartitions],
  beforeRestore: addRestoredGiftPartitions,
  erase: eraseFromBattles,
  database: {
    provides: [
      'gifts_with_keys',
      'keep_gift_keys',
      'gift_partition_start',
      'gift_partitions_end',
      'gift_partitions_ahead',
      'add_gift_partitions',
      'refuse_gift_partition_insert',
      'refuse_step_removal',
      'keep_battle_totals',
      'raise_gifter_ceiling',
      'announce_live_battles',
    ],
    reads: {
      leaderboard: ['rank_entries'],
      platform: ['sessions'],
      profile: ['user_profiles'],
      streak: ['streaks'],
    },
    calls: { follows: ['are_blocked'], ledger: ['ledger_key_hash'] },
  },
} as const satisfies Feature
