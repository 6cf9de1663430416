import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { DECLINE_CODES } from '../../decline-reasons.ts'
import type { ErrorCode } from '../../errors.ts'
import { BATTLE_RULES } from '../../rules/battles.ts'
import { ROUND_RULES } from '../../rules/rounds.ts'
import { EnteredNumber, PlainText, TypedLine, TypedText, UserParams, Whole } from '../../shapes.ts'
import { BattleDetail, BattleParams, DECIDED_BY } from './battle.ts'

/** `known`: only people the person follows, or who backed them with USDC, may challenge them. */
const BattleSettings = z.object({ challengers: z.enum(['everybody', 'known', 'nobody']) })
export type Challengers = z.output<typeof BattleSettings>['challengers']

const ChallengeTerms = z.object({
  /** Code of the error text that says why the user can't challenge this person now; null if they can. */
  refusal: z.string().nullable(),
  /** AP, of `apLimit` in `days`, that battles between the two may still move; open battles count as decided. */
  apLeft: Whole,
  apLimit: Whole,
  days: Whole,
})
export type ChallengeTerms = Omit<z.output<typeof ChallengeTerms>, 'refusal'> & { refusal: ErrorCode | null }

const SuggestedOpponent = z.object({
  id: z.uuid(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
  /** All Aura Points, including stakes. */
  auraPoints: Whole,
  availableAuraPoints: Whole,
  currentStreak: Whole,
  /** Whether they used Aura within the last 10 minutes. */
  isOnline: z.boolean(),
})
export type SuggestedOpponent = z.output<typeof SuggestedOpponent>

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

export const STEP = {
  access: 'user',
  rate: 'write',
  idempotent: true,
  params: BattleParams,
  answer: BattleDetail,
} as const

const step = (summary: string, errors: readonly ErrorCode[] = []) =>
  call({ ...STEP, summary, errors: [...STEP_ERRORS, ...errors] })

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
  'BATTLE_WITH_RELATED',
  'BATTLE_PAIR_LIMIT',
  'PERSON_BLOCKED',
  'BETA_ACCESS_REQUIRED',
  'IN_DEBT',
] as const satisfies readonly ErrorCode[]

export const ACCEPT_ERRORS = [
  'BATTLE_STAKE_TOO_HIGH',
  'BATTLE_TOO_MANY_OPEN',
  'BATTLE_CHALLENGER_TOO_MANY_OPEN',
  'BATTLE_CREATOR_UNAVAILABLE',
  'BATTLE_WITH_RELATED',
  'BATTLE_PAIR_LIMIT',
  'PERSON_BLOCKED',
  'BETA_ACCESS_REQUIRED',
  'IN_DEBT',
] as const satisfies readonly ErrorCode[]

export const Title = TypedLine(BATTLE_RULES.titleLength, `A title has at most ${BATTLE_RULES.titleLength} characters`)
export const Description = TypedText(
  BATTLE_RULES.descriptionLength,
  `A description has at most ${BATTLE_RULES.descriptionLength} characters`,
)
/** A gift that takes the lead in the last 60 s moves the end to 60 s after it, at most three times. */
export const SoftClose = z.boolean().default(true)
/** Gifts or knowledge decide a battle; `bestOf` limits the rounds of the latter. */
export const decision = {
  decidedBy: z.enum(DECIDED_BY).default('gifts'),
  bestOf: z.literal([...ROUND_RULES.bestOf]).default(ROUND_RULES.defaultBestOf),
}

export const challengeCalls = {
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
    withoutKey: 'moves no value',
    body: BattleSettings,
    answer: BattleSettings,
  }),
  'GET /api/battles/opponents': call({
    summary: 'Suggest people to challenge: those online first, then the nearest in AP',
    access: 'user',
    rate: 'read',
    answer: z.array(SuggestedOpponent),
  }),
  'GET /api/users/:id/challenge-terms': call({
    summary: 'Get whether the user may challenge a person, and how many AP battles of the two may still move',
    access: 'user',
    rate: 'read',
    params: UserParams,
    answer: ChallengeTerms,
    errors: ['USER_NOT_FOUND'],
  }),
  'POST /api/battles': call({
    summary: 'Challenge a user; the stake is held until they answer',
    access: 'user',
    rate: 'write',
    idempotent: true,
    // The rules check opponent, stake and date and report errors in the form's order and wording.
    body: z.object({
      title: Title.nullish(),
      opponentId: PlainText.max(100).nullish().catch(null),
      stakeAmount: EnteredNumber,
      description: Description.nullish(),
      /** A sprint without a date starts in 5 minutes. */
      battleDate: z.string().max(100).nullish().catch(null),
      /**
       * Hours, or 'demo' for `demoBattle` of `GET /api/config`, which ignores `battleDate`. Of a battle of rounds it is
       * ignored: without a date that starts in 5 minutes, or once both are ready.
       */
      duration: z
        .literal([...BATTLE_RULES.sprintHours, ...BATTLE_RULES.hours, 'demo'])
        .nullish()
        .catch(null),
      softClose: SoftClose,
      ...decision,
      /** Whether the battle shows the stream of the challenger's settings. */
      showsStream: z.boolean().default(true),
    }),
    answer: BattleDetail,
    errors: [
      'BATTLE_OPPONENT_REQUIRED',
      'BATTLE_SELF_CHALLENGE',
      'BATTLE_STAKE_INVALID',
      'BATTLE_DURATION_INVALID',
      'BATTLE_DATE_REQUIRED',
      'BATTLE_DATE_NOT_FUTURE',
      'BATTLE_DATE_TOO_FAR',
      'BATTLE_SPRINT_TOO_FAR',
      'BATTLE_DEMO_UNAVAILABLE',
      ...CREATE_ERRORS,
    ],
  }),
  'POST /api/battles/:id/accept': step('Accept a challenge; the stake is held', ACCEPT_ERRORS),
  'POST /api/battles/:id/reject': call({
    ...STEP,
    summary: 'Reject a challenge, with a reason or without; the stake is returned',
    body: z.object({ reason: z.enum(DECLINE_CODES).optional() }),
    errors: STEP_ERRORS,
  }),
  'POST /api/battles/:id/withdraw': step('Withdraw a challenge; the stake is returned'),
  'POST /api/battles/:id/request-cancellation': step(
    'Ask the other participant to cancel an accepted battle, at most three times',
    ['BATTLE_CANCELLATIONS_USED_UP'],
  ),
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
}
