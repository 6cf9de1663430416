import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { ROUND_RULES } from '../../rules/rounds.ts'
import { Id, Moment, UserParams, Whole } from '../../shapes.ts'
import { BattleParticipant } from './battle.ts'
import { bySide, Choice, ClosedRound, MissedQuestion, OpenRound, PingAnswer, PingBody, round, Side } from './rounds.ts'

/** `self`: the user's own earlier answers; `nobody`: none are recorded yet, so these will be. */
const AGAINST = ['nobody', 'self', 'creator'] as const

/**
 * - `countdown`: `next` opens soon.
 * - `open`: `open` takes an answer.
 * - `reveal`: `last` is explained, and `next` opens after it; without a next one the practice ends then.
 * - `over`: played to the end or stopped.
 */
const Phase = z.enum(['countdown', 'open', 'reveal', 'over'])

/** The user is the challenger, and the recorded answers are the opponent. */
export const Practice = z.object({
  id: z.uuid(),
  bestOf: z.literal([...ROUND_RULES.bestOf]),
  against: z.enum(AGAINST),
  challenger: BattleParticipant,
  /** Null against nobody. */
  opponent: BattleParticipant.nullable(),
  phase: Phase,
  points: bySide(Whole),
  /** Right answers in a row. */
  streaks: bySide(Whole),
  next: z.object({ ...round, opensAt: Moment }).nullable(),
  open: OpenRound.pick({ number: true, isSuddenDeath: true, question: true, openedAt: true, closesAt: true })
    .extend({
      /** Whether the opponent had answered by now; what stays sealed until the round is over. */
      answered: bySide(z.boolean()),
    })
    .nullable(),
  /** Results of the closed rounds, in order. */
  results: z.array(ClosedRound.pick({ number: true, isSuddenDeath: true, result: true })),
  last: ClosedRound.omit({ orders: true, answers: true, crowd: true, commitment: true, salt: true, lesson: true })
    .extend({
      lesson: z.object({ id: z.string(), title: z.string() }),
      answers: z.object({
        challenger: z.object({ choice: Choice, isRight: z.boolean(), ms: Whole }).nullable(),
        /** Of the opponent's answer nobody sees what it was. */
        opponent: z.object({ isRight: z.boolean(), ms: Whole }).nullable(),
      }),
      /** Whether the opponent's answer was to another question, which the user couldn't be asked. */
      isReplaced: z.boolean(),
    })
    .nullable(),
  /** While revealing it: when that ends. */
  revealEndsAt: Moment.nullable(),
  outcome: z.object({ winner: Side.nullable(), isStopped: z.boolean() }).nullable(),
  /** Questions that the user missed, once the practice is over. */
  missed: z.array(MissedQuestion),
  serverTime: Moment,
})
export type Practice = z.output<typeof Practice>

const Partner = z.object({
  id: z.uuid(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
  /** Recorded answers to different questions. */
  questions: Whole,
})
export type PracticePartner = z.output<typeof Partner>

const PracticeSetting = z.object({
  /** Whether others may practise against the user's answers in battles of rounds that ended. */
  isAllowed: z.boolean(),
})

const PracticeParams = z.object({ id: z.uuid('Invalid practice ID').toLowerCase() })
const NOT_FOUND = ['PRACTICE_NOT_FOUND'] as const

export const practiceCalls = {
  'GET /api/practice': call({
    summary: 'Get whom the user can practise rounds against, and the practice that is open',
    access: 'user',
    rate: 'read',
    answer: z.object({
      openId: z.uuid().nullable(),
      /** Own recorded answers to different questions. */
      ownQuestions: Whole,
      /** Creators who allow it and have answers to at least one practice, people the user follows first. */
      partners: z.array(Partner),
    }),
  }),
  'GET /api/users/:id/practice': call({
    summary: 'Get whether the user can practise against a person’s answers, and to how many questions',
    access: 'user',
    rate: 'read',
    params: UserParams,
    answer: z.object({
      /** Null if they don’t allow it, or the user may not. */
      partner: Partner.nullable(),
    }),
  }),
  'POST /api/practice': call({
    summary: 'Start to practise rounds; nothing is at stake. With one open, that one is returned',
    access: 'user',
    rate: 'write',
    withoutKey: 'at most one is open',
    body: z.object({
      bestOf: z.literal([...ROUND_RULES.bestOf]),
      against: z.enum(AGAINST),
      opponentId: Id.nullish(),
    }),
    answer: Practice,
    errors: [
      'BATTLE_ROUNDS_RUNNING',
      'PRACTICE_TOO_MANY',
      'PRACTICE_NO_QUESTIONS',
      'PRACTICE_TOO_FEW_RECORDED',
      'PRACTICE_NOT_ALLOWED',
    ],
  }),
  'GET /api/practice/:id': call({
    summary: 'Get a practice of the user’s, without the answers to questions that aren’t closed',
    access: 'user',
    rate: 'read',
    params: PracticeParams,
    answer: Practice,
    errors: NOT_FOUND,
  }),
  'POST /api/practice/:id/ping': call({
    summary: 'Measure the round trip, as in a battle of rounds',
    access: 'user',
    rate: 'tap',
    withoutKey: 'a token that comes back late measures a longer way',
    params: PracticeParams,
    body: PingBody,
    answer: PingAnswer,
    errors: NOT_FOUND,
  }),
  'POST /api/practice/:id/rounds/:number/answer': call({
    summary: 'Answer the open question, which closes it; the first answer counts',
    access: 'user',
    rate: 'tap',
    withoutKey: 'the first answer counts',
    params: PracticeParams.extend({ number: z.coerce.number().int().min(1).max(99) }),
    body: z.object({ choice: Choice }),
    /** The choice that counts: an earlier one if there was one. */
    answer: z.object({ choice: Choice, practice: Practice }),
    errors: [...NOT_FOUND, 'ROUND_NOT_OPEN', 'BATTLE_ROUNDS_RUNNING'],
  }),
  'POST /api/practice/:id/stop': call({
    summary: 'Stop a practice; closed questions count',
    access: 'user',
    rate: 'write',
    withoutKey: 'a practice that is over stays over',
    params: PracticeParams,
    answer: Practice,
    errors: NOT_FOUND,
  }),
  'POST /api/practice/:id/missed': call({
    summary: 'Make the questions the user missed due in their next review, where they learned the lesson',
    access: 'user',
    rate: 'write',
    withoutKey: 'a card that is due stays due',
    params: PracticeParams,
    answer: z.object({
      /** Cards that come back in the next review. */
      cards: Whole,
    }),
    errors: [...NOT_FOUND, 'PRACTICE_NOT_OVER'],
  }),
  'GET /api/practice-setting': call({
    summary: 'Get whether others may practise against the user’s answers',
    access: 'user',
    rate: 'read',
    answer: PracticeSetting,
  }),
  'PUT /api/practice-setting': call({
    summary: 'Set whether others may practise against the user’s answers',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    body: PracticeSetting,
    answer: PracticeSetting,
  }),
}
