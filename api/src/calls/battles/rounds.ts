import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { ROUND_RULES } from '../../rules/rounds.ts'
import { Id, Moment, Whole } from '../../shapes.ts'
import { BattleParams } from './battle.ts'

export const Side = z.enum(['challenger', 'opponent'])

/** Of something for each side. */
export const bySide = <T extends z.ZodType>(shape: T) => z.object({ challenger: shape, opponent: shape })

/** Indexes of options as the question lists them, whatever order somebody saw them in; ascending and without repeats. */
export const Choice = z.array(z.int().min(0)).min(1).max(ROUND_RULES.options)

/** Kinds that can be answered in the time of a round. `choose-all` takes several options, the others one. */
export const ROUND_KINDS = ['choose-one', 'choose-all', 'point-at-line'] as const

export const RoundQuestion = z.object({
  kind: z.enum(ROUND_KINDS),
  text: z.string(),
  options: z.array(z.string()),
})
export type RoundQuestion = z.output<typeof RoundQuestion>

/** `shared`: a point for each; `nobody`: no right answer; `interrupted`: an outage ended the round, which is repeated. */
export const ROUND_RESULTS = ['challenger', 'opponent', 'shared', 'nobody', 'interrupted'] as const
const RoundResult = z.enum(ROUND_RESULTS)
export type RoundResult = z.output<typeof RoundResult>

const RoundAnswer = z.object({
  choice: Choice,
  isRight: z.boolean(),
  /** Milliseconds from the opening to the answer's arrival, less the person's round trip. */
  ms: Whole,
})

/** How many viewers answered, and how many of them were right. */
const CrowdCount = z.object({ answered: Whole, right: Whole })

export const round = {
  /** From 1. A repeated round has the next number. */
  number: z.int().min(1),
  isSuddenDeath: z.boolean(),
}

export const OpenRound = z.object({
  ...round,
  /** SHA-256 that was published before the round opened. */
  commitment: z.string(),
  question: RoundQuestion,
  /** The order in which each person sees the options: entry i is the index of the option at place i. */
  orders: bySide(z.array(Whole)),
  /** Whether each has answered; what stays sealed until the round is over. */
  answered: bySide(z.boolean()),
  openedAt: Moment,
  closesAt: Moment,
})
export type OpenRound = z.output<typeof OpenRound>

export const ClosedRound = z.object({
  ...round,
  result: RoundResult,
  question: RoundQuestion,
  orders: bySide(z.array(Whole)),
  right: Choice,
  /** Why the right answer is right, and for each option what there is to say about it, or an empty text. */
  explanation: z.string(),
  optionExplanations: z.array(z.string()),
  lesson: z.object({ id: z.string(), title: z.string(), paragraph: z.int().min(1) }),
  answers: bySide(RoundAnswer.nullable()),
  /** Viewers by the side they cheer for. */
  crowd: z.object({ challenger: CrowdCount, opponent: CrowdCount, neither: CrowdCount }),
  /** Opens the commitment: see docs/battle-receipts.md. */
  commitment: z.string(),
  salt: z.string(),
  closedAt: Moment,
})
export type ClosedRound = z.output<typeof ClosedRound>

/**
 * - `waiting`: not started; both can be ready from a few minutes before the start.
 * - `lobby`: started, and until `lobby.closesAt` both must be ready.
 * - `countdown`: `next` opens soon.
 * - `open`: `open` takes answers.
 * - `reveal`: `last` is explained, and `next` opens after it; without a next one the battle ends then.
 * - `over`: decided or cancelled.
 */
const Phase = z.enum(['waiting', 'lobby', 'countdown', 'open', 'reveal', 'over'])
export type RoundsPhase = z.output<typeof Phase>

const OwnRounds = z.object({
  /** The viewer's side, or null for others. */
  side: Side.nullable(),
  /** Whether a participant can press Ready now. */
  canBeReady: z.boolean(),
  /** The viewer's choice in the open round. */
  choice: Choice.nullable(),
  /** Viewers, of closed rounds: those they answered, those they answered right, and the latest right ones in a row. */
  answered: Whole,
  right: Whole,
  streak: Whole,
})

export const Rounds = z.object({
  battleId: z.uuid(),
  bestOf: z.literal([...ROUND_RULES.bestOf]),
  phase: Phase,
  lobby: z
    .object({
      /** Whether each is ready. Before the start it lapses after a minute and is pressed again. */
      ready: bySide(z.boolean()),
      readyFrom: Moment,
      closesAt: Moment,
    })
    .nullable(),
  points: bySide(Whole),
  /** Right answers in a row. */
  streaks: bySide(Whole),
  /** The next round: its question is committed to and not yet shown. */
  next: z.object({ ...round, commitment: z.string(), opensAt: Moment }).nullable(),
  open: OpenRound.nullable(),
  /** Results of the closed rounds, in order. */
  results: z.array(z.object({ ...round, result: RoundResult })),
  /** Everything about the last closed round; the receipt has it of all. */
  last: ClosedRound.nullable(),
  /** While revealing it: when that ends. */
  revealEndsAt: Moment.nullable(),
  outcome: z
    .object({
      /** `walkover`: one wasn't ready in time; `absence`: neither was; `called-off`: an admin or outages ended it. */
      endedBy: z.enum(['rounds', 'walkover', 'absence', 'called-off']),
      winner: Side.nullable(),
    })
    .nullable(),
  /** Null for visitors. */
  own: OwnRounds.nullable(),
  serverTime: Moment,
})
export type Rounds = z.output<typeof Rounds>

export const MissedQuestion = z.object({
  number: z.int().min(1),
  lessonId: z.string(),
  lessonTitle: z.string(),
  /** Whether it can come back in a review: its lesson is claimed. */
  canReview: z.boolean(),
})

export const PingBody = z.object({ token: z.string().max(200).nullable() })
export const PingAnswer = z.object({
  /** Bring it back at once, or drop it. */
  token: z.string(),
  /** Milliseconds that the server takes off an answer now. Null before enough pings. */
  roundTripMs: Whole.nullable(),
  serverTime: Moment,
})

const NOT_ROUNDS = ['BATTLE_NOT_FOUND', 'BATTLE_NOT_ROUNDS'] as const

export const roundsCalls = {
  'GET /api/battles/:id/rounds': call({
    summary: 'Get the rounds of a battle decided by knowledge, without the answers to a round that is open',
    access: 'viewer',
    rate: 'read',
    params: BattleParams,
    answer: Rounds,
    errors: NOT_ROUNDS,
  }),
  'POST /api/battles/:id/rounds/ready': call({
    summary: 'Be ready; with both ready the first round opens in seconds',
    access: 'user',
    rate: 'tap',
    withoutKey: 'being ready twice is being ready',
    params: BattleParams,
    answer: Rounds,
    errors: [...NOT_ROUNDS, 'BATTLE_PARTICIPANTS_ONLY', 'ROUNDS_NOT_READY_YET', 'ROUNDS_BEGUN'],
  }),
  'POST /api/battles/:id/rounds/ping': call({
    summary:
      'Measure a participant’s round trip: the time from the response with a token to the request that brings it back',
    access: 'user',
    rate: 'tap',
    withoutKey: 'a token that comes back late measures a longer way',
    params: BattleParams,
    body: PingBody,
    answer: PingAnswer,
    errors: [...NOT_ROUNDS, 'BATTLE_PARTICIPANTS_ONLY'],
  }),
  'POST /api/battles/:id/rounds/:number/answer': call({
    summary: 'Answer an open round, as participant or viewer; the first answer counts',
    access: 'user',
    rate: 'tap',
    withoutKey: 'the first answer counts',
    params: BattleParams.extend({ number: z.coerce.number().int().min(1).max(99) }),
    body: z.object({
      choice: Choice,
      /** Viewers: id of the participant they cheer for. */
      cheersForId: Id.nullish(),
    }),
    /** The choice that counts: an earlier one if there was one. */
    answer: z.object({ choice: Choice }),
    errors: [...NOT_ROUNDS, 'ROUND_NOT_OPEN'],
  }),
  'GET /api/battles/:id/rounds/missed': call({
    summary: 'List the closed rounds of a battle that the user answered wrong, once the battle is over',
    access: 'user',
    rate: 'read',
    params: BattleParams,
    answer: z.array(MissedQuestion),
    errors: [...NOT_ROUNDS, 'BATTLE_NOT_OVER'],
  }),
  'POST /api/battles/:id/rounds/missed': call({
    summary: 'Make the questions the user missed due in their next review, where they learned the lesson',
    access: 'user',
    rate: 'write',
    withoutKey: 'a card that is due stays due',
    params: BattleParams,
    answer: z.object({
      /** Cards that come back in the next review. */
      cards: Whole,
    }),
    errors: [...NOT_ROUNDS, 'BATTLE_NOT_OVER'],
  }),
}
