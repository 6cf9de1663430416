import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { ROUND_RULES } from '../../rules/rounds.ts'
import { Moment, Whole } from '../../shapes.ts'
import { BattleGifter, BattleParams, Status } from './battle.ts'
import { ROUND_RESULTS } from './rounds.ts'

const ReceiptParticipant = z.object({ id: z.uuid(), username: z.string(), profileImageUrl: z.string().nullable() })

const ReceiptAnswer = z
  .object({
    choice: z.array(Whole),
    /** When the server received it, and the round trip it took off. */
    at: Moment,
    roundTripMs: Whole,
  })
  .nullable()

/** The rounds that decided the battle. */
const ReceiptRounds = z.object({
  bestOf: z.literal([...ROUND_RULES.bestOf]),
  suddenDeath: z.int().min(1),
  shareMs: z.int().min(1),
  points: z.object({ challenger: Whole, opponent: Whole }),
  absent: z.enum(['challenger', 'opponent', 'both']).nullable(),
  rounds: z.array(
    z.object({
      number: z.int().min(1),
      commitment: z.string(),
      salt: z.string(),
      /** The text that the commitment covers: the question as JSON, with its right options. */
      sealed: z.string(),
      openedAt: Moment,
      closesAt: Moment,
      answers: z.object({ challenger: ReceiptAnswer, opponent: ReceiptAnswer }),
      result: z.enum(ROUND_RESULTS),
    }),
  ),
})

/** Everything needed to recompute a battle's result; see docs/battle-receipts.md. Only gifts are paged. */
export const BattleReceipt = z.object({
  /** Version 2 has `softClose`; version 3 has `outage` and may have `softClose`; version 4 has `rounds` and neither. */
  format: z.literal([
    'aura-battle-receipt/1',
    'aura-battle-receipt/2',
    'aura-battle-receipt/3',
    'aura-battle-receipt/4',
  ]),
  battle: z.object({
    id: z.uuid(),
    title: z.string().nullable(),
    description: z.string(),
    status: Status,
    challenger: ReceiptParticipant,
    opponent: ReceiptParticipant,
    /** AP staked by each side. */
    stake: Whole,
    duration: z.number(),
    createdAt: Moment,
    battleStartsAt: Moment,
    endsAt: Moment,
    settledAt: Moment,
    /** Null for a draw or a cancelled battle. */
    winnerId: z.uuid().nullable(),
    cancelReason: z.string().nullable(),
  }),
  rule: z.string(),
  /** The planned end, and for each gift that moved it, the gift's time and the new end. */
  softClose: z
    .object({
      seconds: z.int().min(1),
      atMost: z.int().min(1),
      plannedEndsAt: Moment,
      extensions: z.array(z.object({ at: Moment, endsAt: Moment })),
    })
    .optional(),
  /** Outage: last heartbeat before, first after, gifts until then, and the end before and after the move. */
  outage: z.object({ from: Moment, to: Moment, afterGift: Whole, endedAt: Moment, endsAt: Moment }).optional(),
  rounds: ReceiptRounds.optional(),
  totals: z.object({ challenger: Whole, opponent: Whole, gifts: Whole, gifters: Whole }),
  topGifters: z.object({ challenger: z.array(BattleGifter), opponent: z.array(BattleGifter) }),
  /** Number of gifts that changed the leader, and the time from which the winner led for good. */
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

export const receiptCalls = {
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
}
