import { z } from 'zod'
import { BATTLE_STATUSES, LINK_STATUSES } from '../battle-statuses.ts'
import { call } from '../contract/call.ts'
import { DECLINE_CODES } from '../decline-reasons.ts'
import type { ErrorCode } from '../errors.ts'
import { BATTLE_LENGTHS_TEXT, LINK_LENGTHS_TEXT, RULES } from '../rules.ts'
import { Done, Id, Moment, PlainText, TypedLine, TypedText, UserParams, Whole } from '../shapes.ts'

/** `battle_update`: any other change, such as a cancellation, expiry, start or end. */
export const battlesNotifications = ['battle_challenge', 'battle_accepted', 'battle_rejected', 'battle_update'] as const

const Status = z.enum(BATTLE_STATUSES)

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
const Permission = z.object({ allowed: z.boolean(), reason: z.string().optional() })
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

export const Battle = z.object({
  id: z.uuid(),
  /** Null: shown as 'Battle #' and the first 8 characters of the id. */
  title: z.string().nullable(),
  description: z.string(),
  status: Status,
  challengerId: z.uuid(),
  opponentId: z.uuid(),
  challenger: BattleParticipant,
  opponent: BattleParticipant,
  /** AP; both stake the same. The opponent's is held only once they accept. */
  challengerStake: Whole,
  opponentStake: Whole,
  /** Steeze gifted to each side. */
  challengerVotes: Whole,
  opponentVotes: Whole,
  totalVotes: Whole,
  giftCount: Whole,
  /** Null on a completed battle means a draw. */
  winnerId: z.uuid().nullable(),
  /** Hours, without extensions; sprints and demo battles last a fraction of one. */
  duration: z.number(),
  battleStartsAt: Moment,
  endsAt: Moment,
  votingEndsAt: Moment,
  /** Whether a gift that takes the lead in the last minute moves the end. */
  softClose: z.boolean(),
  /** Times of the gifts that moved the end. */
  extendedAt: z.array(Moment),
  /** The outage that moved the end, and the end before and after. */
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

const BattleGifter = z.object({
  userId: z.uuid(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
  /** Steeze gifted to this side. */
  amount: Whole,
  gifts: Whole,
})
export type BattleGifter = z.output<typeof BattleGifter>

export const BattleDetail = Battle.extend({
  /** The ten largest gifters of each side, largest first. */
  topGifters: z.object({ challenger: z.array(BattleGifter), opponent: z.array(BattleGifter) }),
  /** Steeze the viewer gifted to each side. */
  ownGifts: z.object({ challenger: Whole, opponent: Whole }),
})
export type BattleDetail = z.output<typeof BattleDetail>

export const BattleCounts = z.object({
  total: Whole,
  live: Whole,
  upcoming: Whole,
  completed: Whole,
  /** The viewer's own, by status; null for visitors. `cancellation_requested` counts as accepted. */
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

const BattleParams = z.object({ id: Id })

const STEP_ERRORS = [
  'BATTLE_NOT_FOUND',
  'BATTLE_NOT_PENDING',
  'BATTLE_NOT_ACCEPTED',
  'BATTLE_NO_CANCELLATION_REQUEST',
  'BATTLE_OPPONENT_ONLY',
  'BATTLE_CHALLENGER_ONLY',
  'BATTLE_PARTICIPANTS_ONLY',
  'BATTLE_CANCELLATION_OWN',
  'BATTLE_CANCELLATION_OTHERS',
] as const satisfies readonly ErrorCode[]

const STEP = { access: 'user', rate: 'write', idempotent: true, params: BattleParams, answer: BattleDetail } as const

const step = (summary: string, errors: readonly ErrorCode[] = []) =>
  call({ ...STEP, summary, errors: [...STEP_ERRORS, ...errors] })

/** Whose challenges a person takes: everybody's, of those they follow or who backed them with USDC, or nobody's. */
const BattleSettings = z.object({ challengers: z.enum(['everybody', 'known', 'nobody']) })
export type Challengers = z.output<typeof BattleSettings>['challengers']

const ChallengeTerms = z.object({
  /** Why the user can't challenge this person now, as the code of the error text to show; null if they can. */
  refusal: z.string().nullable(),
  /** AP that battles of the two may still move, of so many in so many days: open battles count like decided ones. */
  apLeft: Whole,
  apLimit: Whole,
  days: Whole,
})
export type ChallengeTerms = Omit<z.output<typeof ChallengeTerms>, 'refusal'> & { refusal: ErrorCode | null }

/** A challenge to whoever opens its link and accepts first. */
const ChallengeLink = z.object({
  /** Of the link's page, and of the battle once there is one. */
  id: z.uuid(),
  title: z.string().nullable(),
  description: z.string(),
  status: z.enum(LINK_STATUSES),
  challenger: BattleParticipant,
  /** AP per side. */
  stake: Whole,
  /** Hours, as a battle's. */
  duration: z.number(),
  softClose: z.boolean(),
  /** The battle starts so long after it is accepted. */
  startsInMinutes: z.int().min(1),
  createdAt: Moment,
  /** Until when it can be accepted. */
  expiresAt: Moment,
  can: z.object({ accept: Permission, withdraw: Permission }),
  serverTime: Moment,
})
export type ChallengeLink = z.output<typeof ChallengeLink>

export const Gift = z.object({
  id: z.string(),
  /** Position among the battle's gifts, from 1. */
  seq: z.int().min(1),
  participantId: z.uuid(),
  /** Steeze. */
  amount: z.int().min(1),
  voterId: z.uuid(),
  voterUsername: z.string(),
  voterImageUrl: z.string().nullable(),
  createdAt: Moment,
})
export type Gift = z.output<typeof Gift>

const ReceiptParticipant = z.object({ id: z.uuid(), username: z.string(), profileImageUrl: z.string().nullable() })

/** Everything needed to recompute a battle's result; see docs/battle-receipts.md. Only gifts are paged. */
export const BattleReceipt = z.object({
  /** Version 1 has neither `softClose` nor `outage`, version 2 the first, version 3 `outage` and perhaps both. */
  format: z.literal(['aura-battle-receipt/1', 'aura-battle-receipt/2', 'aura-battle-receipt/3']),
  battle: z.object({
    id: z.uuid(),
    title: z.string().nullable(),
    description: z.string(),
    status: Status,
    challenger: ReceiptParticipant,
    opponent: ReceiptParticipant,
    /** AP per side. */
    stake: Whole,
    duration: z.number(),
    createdAt: Moment,
    battleStartsAt: Moment,
    endsAt: Moment,
    settledAt: Moment,
    /** Null: a draw, or cancelled. */
    winnerId: z.uuid().nullable(),
    cancelReason: z.string().nullable(),
  }),
  rule: z.string(),
  /** The end as planned, and each gift's time that moved it, with the end from then on. */
  softClose: z
    .object({
      seconds: z.int().min(1),
      atMost: z.int().min(1),
      plannedEndsAt: Moment,
      extensions: z.array(z.object({ at: Moment, endsAt: Moment })),
    })
    .optional(),
  /** From the last time the database was seen to the first after it, behind so many gifts; the end before and after. */
  outage: z.object({ from: Moment, to: Moment, afterGift: Whole, endedAt: Moment, endsAt: Moment }).optional(),
  totals: z.object({ challenger: Whole, opponent: Whole, gifts: Whole, gifters: Whole }),
  topGifters: z.object({ challenger: z.array(BattleGifter), opponent: z.array(BattleGifter) }),
  /** Gifts that changed the leader, and the time from which the winner led for good. */
  leadChanges: Whole,
  decidedAt: Moment.nullable(),
  /** Ledger transfers of the battle except gifts, which carry their own parts. */
  entries: z.array(
    z.object({
      key: z.string(),
      kind: z.string(),
      currency: z.string(),
      amount: Whole,
      from: z.object({ ownerId: z.uuid(), account: z.string() }),
      to: z.object({ ownerId: z.uuid(), account: z.string() }),
      at: Moment,
    }),
  ),
  chain: z.object({ algorithm: z.literal('sha256'), start: z.string(), head: z.string() }),
  gifts: z.array(
    z.object({
      seq: z.int().min(1),
      at: Moment,
      giverId: z.uuid(),
      giverUsername: z.string(),
      participantId: z.uuid(),
      amount: z.int().min(1),
      purchased: Whole,
      earned: Whole,
      hash: z.string(),
    }),
  ),
  /** Pass as `after` for the next page; null on the last. */
  nextAfter: z.int().nullable(),
})
export type BattleReceipt = z.output<typeof BattleReceipt>

const GivenGift = Gift.omit({ voterUsername: true, voterImageUrl: true }).extend({ purchased: Whole, earned: Whole })

const BattleReminder = z.object({ isSet: z.boolean() })

const GIFT_ERRORS = [
  'BATTLE_NOT_FOUND',
  'BATTLE_NOT_ACTIVE',
  'BATTLE_ENDED',
  'GIFT_BY_PARTICIPANT',
  'GIFT_TO_OUTSIDER',
  'GIFT_STEEZE_TOO_LOW',
  'GIFT_BY_RELATED',
  'IN_DEBT',
  'BETA_ACCESS_REQUIRED',
] as const satisfies readonly ErrorCode[]

/** Of a challenge, however it is made. */
const CREATE_ERRORS = [
  'BATTLE_STAKE_TOO_HIGH',
  'BATTLE_OPPONENT_STAKE_TOO_HIGH',
  'BATTLE_TOO_MANY_PENDING',
  'BATTLE_TOO_MANY_TODAY',
  'BATTLE_TOO_MANY_TO_THEM',
  'BATTLE_TOO_MANY_OPEN',
  'BATTLE_OPPONENT_NOT_ADMITTED',
  'BATTLE_CREATOR_UNAVAILABLE',
  'BATTLE_CHALLENGES_OFF',
  'BATTLE_CHALLENGERS_KNOWN',
  'BATTLE_PAIR_LIMIT',
  'PERSON_BLOCKED',
  'BETA_ACCESS_REQUIRED',
  'IN_DEBT',
] as const satisfies readonly ErrorCode[]

/** Of accepting, whoever was challenged. */
const ACCEPT_ERRORS = [
  'BATTLE_STAKE_TOO_HIGH',
  'BATTLE_TOO_MANY_OPEN',
  'BATTLE_CHALLENGER_TOO_MANY_OPEN',
  'BATTLE_CREATOR_UNAVAILABLE',
  'BATTLE_PAIR_LIMIT',
  'PERSON_BLOCKED',
  'BETA_ACCESS_REQUIRED',
  'IN_DEBT',
] as const satisfies readonly ErrorCode[]

const Title = TypedLine(RULES.battleTitleLength, `A title has at most ${RULES.battleTitleLength} characters`)
const Description = TypedText(
  RULES.battleDescriptionLength,
  `A description has at most ${RULES.battleDescriptionLength} characters`,
)
/** A gift that takes the lead in the last 60 s moves the end to 60 s after it, at most three times. */
const SoftClose = z.boolean().default(true)

const MAX_TAPS = 10

export const battlesCalls = {
  'GET /api/battles': call({
    summary: 'List battles: live ones by end, upcoming ones by start, the rest newest first',
    access: 'viewer',
    rate: 'read',
    heavy: true,
    query: z.object({
      view: z.enum(['all', 'live', 'upcoming', 'completed']).default('all'),
      after: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(100),
    }),
    answer: z.array(Battle),
  }),
  'GET /api/battles/counts': call({
    summary: 'Count battles by status',
    access: 'viewer',
    rate: 'read',
    heavy: true,
    answer: BattleCounts,
  }),
  'GET /api/spotlight': call({
    summary: 'Get the live battle that ends first, else the one that ended last, as a visitor sees it',
    access: 'public',
    rate: 'read',
    answer: z.object({ battle: BattleDetail.nullable() }),
  }),
  'GET /api/battles/user': call({
    summary: 'List the user’s battles: those awaiting their answer, live, upcoming, then past, newest first',
    access: 'user',
    rate: 'read',
    heavy: true,
    query: z.object({
      status: Status.optional(),
      after: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(100),
    }),
    answer: z.array(Battle),
  }),
  'GET /api/battles/settings': call({
    summary: 'Get whose challenges the user takes',
    access: 'user',
    rate: 'read',
    answer: BattleSettings,
  }),
  'PUT /api/battles/settings': call({
    summary: 'Set whose challenges the user takes; those that are open stay',
    access: 'user',
    rate: 'write',
    body: BattleSettings,
    answer: BattleSettings,
  }),
  'GET /api/users/:id/challenge-terms': call({
    summary: 'Get whether the user may challenge a person, and how many AP battles of the two may still move',
    access: 'user',
    rate: 'read',
    params: UserParams,
    answer: ChallengeTerms,
    errors: ['USER_NOT_FOUND'],
  }),
  'GET /api/battles/:id': call({
    summary: 'Get a battle and the actions open to its viewer',
    access: 'viewer',
    rate: 'read',
    params: BattleParams,
    answer: BattleDetail,
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'POST /api/battles': call({
    summary: 'Challenge a user; the stake is held until they answer',
    access: 'user',
    rate: 'write',
    idempotent: true,
    // Opponent, stake and date are checked by the rules, which report errors in the form's order and wording.
    body: z.object({
      title: Title.nullish(),
      opponentId: PlainText.max(100).nullish(),
      stakeAmount: z.number().nullish(),
      description: Description.nullish(),
      /** A sprint without a date starts in 5 minutes. */
      battleDate: z.string().max(100).nullish(),
      /** Hours. 'demo': as long as `demoBattle` of `GET /api/config` says, soon after it is sent; `battleDate` is ignored. */
      duration: z.literal([...RULES.sprintHours, ...RULES.battleHours, 'demo'], BATTLE_LENGTHS_TEXT),
      softClose: SoftClose,
    }),
    answer: BattleDetail,
    errors: [
      'BATTLE_OPPONENT_REQUIRED',
      'BATTLE_SELF_CHALLENGE',
      'BATTLE_STAKE_INVALID',
      'BATTLE_DATE_REQUIRED',
      'BATTLE_DATE_NOT_FUTURE',
      'BATTLE_DATE_TOO_FAR',
      'BATTLE_SPRINT_TOO_FAR',
      'BATTLE_DEMO_UNAVAILABLE',
      ...CREATE_ERRORS,
    ],
  }),
  'GET /api/battles/:id/votes': call({
    summary: 'List a battle’s gifts, newest first, 100 per page',
    access: 'public',
    rate: 'read',
    heavy: true,
    params: BattleParams,
    query: z.object({
      before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    }),
    answer: z.array(Gift),
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'GET /api/battles/:id/receipt': call({
    summary: 'Get the receipt of a finished battle, with its gifts, oldest first',
    access: 'public',
    rate: 'read',
    heavy: true,
    params: BattleParams,
    query: z.object({
      after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
      limit: z.coerce.number().int().min(1).max(5_000).default(5_000),
    }),
    answer: BattleReceipt,
    errors: ['BATTLE_NOT_FOUND', 'BATTLE_NOT_OVER'],
  }),
  'GET /api/battles/:id/reminder': call({
    summary: 'Get whether the user is notified when this battle starts',
    access: 'user',
    rate: 'read',
    params: BattleParams,
    answer: BattleReminder,
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'PUT /api/battles/:id/reminder': call({
    summary: 'Notify the user when this battle starts or is called off',
    access: 'user',
    rate: 'write',
    params: BattleParams,
    answer: BattleReminder,
    errors: ['BATTLE_NOT_FOUND', 'BATTLE_NOT_UPCOMING', 'BATTLE_REMINDER_OWN'],
  }),
  'DELETE /api/battles/:id/reminder': call({
    summary: 'Remove the reminder',
    access: 'user',
    rate: 'write',
    params: BattleParams,
    answer: BattleReminder,
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'POST /api/battles/gift': call({
    summary: 'Gift Steeze to one side of a live battle; purchased Steeze is spent first',
    access: 'user',
    rate: 'write',
    idempotent: 'own',
    body: z.object({
      battleId: Id,
      participantId: Id,
      /** Whole, at least 1. */
      amount: z.number(),
    }),
    answer: GivenGift,
    errors: ['GIFT_AMOUNT_INVALID', ...GIFT_ERRORS],
  }),
  'POST /api/battles/vote': call({
    summary: 'Gift 1 Steeze',
    access: 'user',
    rate: 'write',
    idempotent: 'own',
    body: z.object({ battleId: Id, participantId: Id }),
    answer: GivenGift,
    errors: GIFT_ERRORS,
  }),
  'POST /api/battles/:id/accept': step('Accept a challenge; the stake is held', ACCEPT_ERRORS),
  'POST /api/battles/:id/reject': call({
    ...STEP,
    summary: 'Reject a challenge, with a reason or without; the stake is returned',
    body: z.object({ reason: z.enum(DECLINE_CODES).optional() }),
    errors: STEP_ERRORS,
  }),
  'POST /api/battles/:id/withdraw': step('Withdraw a challenge; the stake is returned'),
  'POST /api/battles/:id/request-cancellation': step('Ask the other participant to cancel an accepted battle'),
  'POST /api/battles/:id/take-back-cancellation': step('Withdraw a request to cancel'),
  'POST /api/battles/:id/approve-cancellation': step('Approve a request to cancel; both stakes are returned'),
  'POST /api/battles/:id/rematch': call({
    summary:
      'Challenge the same opponent again for the same stake and length; returns the open rematch if there is one',
    access: 'user',
    rate: 'write',
    idempotent: true,
    params: BattleParams,
    answer: BattleDetail,
    errors: ['BATTLE_NOT_FOUND', 'BATTLE_PARTICIPANTS_ONLY', 'BATTLE_NO_REMATCH', ...CREATE_ERRORS],
  }),
  'GET /api/challenge-links': call({
    summary: 'List the user’s open challenge links, newest first',
    access: 'user',
    rate: 'read',
    answer: z.array(ChallengeLink),
  }),
  'GET /api/challenge-links/:id': call({
    summary: 'Get the challenge behind a link, and whether its viewer may accept it',
    access: 'viewer',
    rate: 'read',
    params: BattleParams,
    answer: ChallengeLink,
    errors: ['CHALLENGE_LINK_NOT_FOUND'],
  }),
  'POST /api/challenge-links': call({
    summary: 'Challenge whoever opens a link and accepts first; the stake is held until it is withdrawn or expires',
    access: 'user',
    rate: 'write',
    idempotent: true,
    body: z.object({
      title: Title.nullish(),
      stakeAmount: z.number().nullish(),
      description: Description.nullish(),
      /** Hours. */
      duration: z.literal([...RULES.sprintHours, ...RULES.battleHours], LINK_LENGTHS_TEXT),
      softClose: SoftClose,
    }),
    answer: ChallengeLink,
    errors: [
      'BATTLE_STAKE_INVALID',
      'BATTLE_STAKE_TOO_HIGH',
      'BATTLE_PAIR_LIMIT',
      'BATTLE_TOO_MANY_PENDING',
      'BATTLE_TOO_MANY_OPEN',
      'BATTLE_TOO_MANY_TODAY',
      'BETA_ACCESS_REQUIRED',
      'IN_DEBT',
    ],
  }),
  'POST /api/challenge-links/:id/accept': call({
    ...STEP,
    summary: 'Accept the challenge behind a link; the stake is held, and the battle starts ten minutes later',
    errors: ['CHALLENGE_LINK_NOT_FOUND', 'CHALLENGE_LINK_OWN', 'BATTLE_NOT_PENDING', ...ACCEPT_ERRORS],
  }),
  'POST /api/challenge-links/:id/withdraw': call({
    ...STEP,
    summary: 'Withdraw a challenge link; the stake is returned',
    answer: ChallengeLink,
    errors: ['CHALLENGE_LINK_NOT_FOUND', 'BATTLE_CHALLENGER_ONLY', 'BATTLE_NOT_PENDING'],
  }),
  'POST /api/battles/:id/join': call({
    summary: 'Start watching a battle',
    access: 'user',
    rate: 'write',
    params: BattleParams,
    answer: Done,
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'POST /api/battles/:id/heartbeat': call({
    summary: 'Keep watching a battle; sent every 15 seconds',
    access: 'user',
    rate: 'write',
    params: BattleParams,
    answer: Done,
  }),
  'POST /api/battles/:id/leave': call({
    summary: 'Stop watching a battle',
    access: 'user',
    rate: 'write',
    params: BattleParams,
    answer: Done,
  }),
  'POST /api/battles/:id/react': call({
    summary: 'Cheer for a side of a live battle; shown to its viewers and not stored',
    access: 'user',
    rate: 'tap',
    params: BattleParams,
    body: z.object({
      participantId: Id,
      taps: z.int().min(1).max(MAX_TAPS),
    }),
    answer: Done,
    errors: ['BATTLE_NOT_FOUND', 'BATTLE_NOT_ACTIVE', 'REACTION_TO_OUTSIDER'],
  }),
}
