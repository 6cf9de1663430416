import { API_ERRORS, type ErrorCode } from '@aura/api/errors'
import type { Clock } from '#platform/clock'
import type { Tx } from '#platform/db/db'
import { findAnswers, insertAnswers } from '#platform/idempotency/store'
import { type GiftOutcome, type GiftPlan, giftId, type KnownAnswer, type WantedGift } from './gift-batch.rules.ts'
import { findDeleted, findGifts } from './gift-store.ts'

/** Name under which refusals are stored; gifts are recognised by their own keys. */
const CALL = 'battle gift'

const requestOf = ({ battleId, participantId, amount }: WantedGift) => `${battleId}/${participantId}/${amount}`

function wantedOf(request: string, key: string): KnownAnswer['wanted'] {
  const [battleId = '', participantId = '', amount = ''] = request.split('/')
  return { battleId, participantId, amount: Number(amount), key }
}

type KnownAnswers = Map<string, KnownAnswer>

/** Returns known gifts by `giftId`. Two keys have the same hash only if constructed; the second is refused as used. */
export async function findKnownGifts(tx: Tx, wanted: readonly WantedGift[]): Promise<KnownAnswers> {
  const found = await findGifts(tx, wanted)
  return new Map(
    found.map(({ askedKey, ...gift }) => [
      giftId({ giverId: gift.giverId, key: askedKey }),
      { wanted: gift, outcome: { given: gift } },
    ]),
  )
}

/** Returns known refusals by `giftId`. They expire after `lifeMs`. */
export async function findKnownRefusals(
  tx: Tx,
  clock: Clock,
  wanted: readonly WantedGift[],
  { lifeMs }: { lifeMs: number },
): Promise<KnownAnswers> {
  const ids = wanted.map(({ giverId, key }) => ({ userId: giverId, key }))
  const refused = await findAnswers(tx, CALL, ids, { now: clock.sqlNow(), lifeMs })
  return new Map(
    refused.map(({ userId, key, requestHash, body }) => [
      giftId({ giverId: userId, key }),
      { wanted: wantedOf(requestHash, key), outcome: { refused: (body as { code: ErrorCode }).code } },
    ]),
  )
}

/** Stores refusals, so that a retry gets the same response. Stores none of deleted accounts. */
export async function storeRefusals(
  tx: Tx,
  clock: Clock,
  wanted: readonly WantedGift[],
  { outcomes, refused }: GiftPlan,
): Promise<void> {
  const answers = refused.flatMap((position) => answerOf(wanted[position], outcomes[position]))
  if (answers.length === 0) return
  // A deletion that commits after this read waits for the giver's accounts, and then deletes these rows too.
  const deleted = await findDeleted(tx, [...new Set(answers.map(({ userId }) => userId))])
  const stored = answers.filter(({ userId }) => !deleted.has(userId))
  if (stored.length > 0) await insertAnswers(tx, stored, clock.sqlNow())
}

function answerOf(gift: WantedGift | undefined, outcome: GiftOutcome | undefined) {
  if (!gift || !outcome || !('refused' in outcome)) return []
  const code = outcome.refused
  return [
    {
      userId: gift.giverId,
      call: CALL,
      key: gift.key,
      requestHash: requestOf(gift),
      status: API_ERRORS[code].status as number,
      body: { code },
    },
  ]
}
