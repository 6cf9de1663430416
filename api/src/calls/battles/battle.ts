import { z } from 'zod'
import { BATTLE_STATUSES } from '../../battle-statuses.ts'
import { DECLINE_CODES } from '../../decline-reasons.ts'
import type { ErrorCode } from '../../errors.ts'
import { ROUND_RULES } from '../../rules/rounds.ts'
import { Id, Moment, Whole } from '../../shapes.ts'
import { STREAM_KINDS } from '../../streams.ts'

export const Status = z.enum(BATTLE_STATUSES)

export const BattleParticipant = z.object({
  id: z.uuid(),
  username: z.string(),
  firstName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  /** All Aura Points, including stakes. */
  auraPoints: Whole,
  currentStreak: Whole,
})
export type BattleParticipant = z.output<typeof BattleParticipant>

/** If an action is not allowed, `reason` is the code of the error text to show. */
export const Permission = z.object({ allowed: z.boolean(), reason: z.string().optional() })
export interface BattlePermission {
  allowed: boolean
  reason?: ErrorCode
}

const Can = z.object({
  accept: Permission,
  reject: Permission,
  withdraw: Permission,
  requestCancellation: Permission,
  takeBackCancellation: Permission,
  approveCancellation: Permission,
  gift: Permission,
  rematch: Permission,
})

export const DECIDED_BY = ['gifts', 'knowledge'] as const
export type DecidedBy = (typeof DECIDED_BY)[number]

/** How a battle decided by knowledge stands, or ended. */
const RoundScore = z.object({
  bestOf: z.literal([...ROUND_RULES.bestOf]),
  /** Points of rounds; a shared round gives one to each. */
  points: z.object({ challenger: Whole, opponent: Whole }),
  /** The side that wasn't ready in time, so that the other won by walkover. Null if both were ready. */
  absent: z.enum(['challenger', 'opponent', 'both']).nullable(),
})

export const Battle = z.object({
  id: z.uuid(),
  /** Null is shown as 'Battle #' and the first 8 characters of the id. */
  title: z.string().nullable(),
  description: z.string(),
  status: Status,
  /** `knowledge`: by rounds of questions; gifts then decide nothing. */
  decidedBy: z.enum(DECIDED_BY),
  /** Null if gifts decide. */
  rounds: RoundScore.nullable(),
  challengerId: z.uuid(),
  opponentId: z.uuid(),
  challenger: BattleParticipant,
  opponent: BattleParticipant,
  /** AP; both stake the same. The opponent's is held only once they accept. */
  challengerStake: Whole,
  opponentStake: Whole,
  /** Steeze gifted to the challenger and to the opponent. */
  challengerVotes: Whole,
  opponentVotes: Whole,
  totalVotes: Whole,
  giftCount: Whole,
  /** Null on a completed battle means a draw. */
  winnerId: z.uuid().nullable(),
  /** Hours, without extensions; sprints and demo battles last a fraction of one. Of rounds, the most they can take. */
  duration: z.number(),
  battleStartsAt: Moment,
  endsAt: Moment,
  votingEndsAt: Moment,
  /** Whether a gift that takes the lead in the last minute moves the end. */
  softClose: z.boolean(),
  extendedAt: z.array(Moment),
  /** The outage (`from`, `to`) that moved the end, and the end before and after. */
  outage: z.object({ from: Moment, to: Moment, endedAt: Moment, endsAt: Moment }).nullable(),
  createdAt: Moment,
  viewerCount: Whole,
  cancellationRequestedBy: z.uuid().nullable(),
  cancelReason: z.string().nullable(),
  /** Why the opponent declined, if they said so; only for the two of them. */
  declineReason: z.enum(DECLINE_CODES).nullable(),
  /** The battle this one is a rematch of. While pending, `battleStartsAt` is when it expires; accepting sets the start. */
  rematchOf: z.uuid().nullable(),
  can: Can,
  serverTime: Moment,
})
export type Battle = z.output<typeof Battle>

export const BattleGifter = z.object({
  userId: z.uuid(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
  amount: Whole,
  gifts: Whole,
})
export type BattleGifter = z.output<typeof BattleGifter>

/** A live stream: what `streams.ts` builds addresses from, and its address as people know it. */
export const BattleStream = z.object({
  kind: z.enum(STREAM_KINDS),
  host: z.string(),
  id: z.string(),
  text: z.string(),
})
export type BattleStream = z.output<typeof BattleStream>

export const BattleDetail = Battle.extend({
  topGifters: z.object({ challenger: z.array(BattleGifter), opponent: z.array(BattleGifter) }),
  ownGifts: z.object({ challenger: Whole, opponent: Whole }),
  /** Streams that the viewer may watch; absent if neither side has one. */
  streams: z.object({ challenger: BattleStream.optional(), opponent: BattleStream.optional() }).optional(),
  /** Changes with what the live stream doesn't carry, and is sent there instead: another one means reading again. */
  version: z.string(),
})
export type BattleDetail = z.output<typeof BattleDetail>

export const BattleCounts = z.object({
  total: Whole,
  live: Whole,
  upcoming: Whole,
  completed: Whole,
  /** The viewer's own battles by status; null for visitors. `cancellation_requested` counts as accepted. */
  mine: z
    .object({
      total: Whole,
      pending: Whole,
      accepted: Whole,
      active: Whole,
      completed: Whole,
      withdrawn: Whole,
      cancelled: Whole,
      rejected: Whole,
      expired: Whole,
    })
    .nullable(),
})
export type BattleCounts = z.output<typeof BattleCounts>

export const BattleParams = z.object({ id: Id })
