import { z } from 'zod'
import { call } from '../../contract/call.ts'
import type { ErrorCode } from '../../errors.ts'
import { EnteredNumber, Id, Moment, Whole } from '../../shapes.ts'
import { BattleParams } from './battle.ts'

export const Gift = z.object({
  id: z.string(),
  /** Position among the battle's gifts, from 1. */
  seq: z.int().min(1),
  participantId: z.uuid(),
  /** Steeze gifted, at least 1. */
  amount: z.int().min(1),
  voterId: z.uuid(),
  voterUsername: z.string(),
  voterImageUrl: z.string().nullable(),
  createdAt: Moment,
})
export type Gift = z.output<typeof Gift>

const GivenGift = Gift.omit({ voterUsername: true, voterImageUrl: true }).extend({ purchased: Whole, earned: Whole })

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

export const giftCalls = {
  'GET /api/battles/:id/votes': call({
    summary: 'List a battle’s gifts, newest first, 100 per page',
    access: 'public',
    rate: 'read',
    heavy: true,
    params: BattleParams,
    query: z.object({ before: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
    answer: z.array(Gift),
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
      /** Whole Steeze, at least 1. */
      amount: EnteredNumber,
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
}
