import { postTransfers, type Transfer, userAccount } from '#features/ledger'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { Review } from './review-store.ts'

/** Gives back the holds of locked reviews, each at most once ever. The caller clears `ledgerHold`. */
export async function returnHolds(ctx: Context, tx: Tx, reviews: readonly Review[]): Promise<void> {
  await postTransfers(tx, ctx.clock, reviews.flatMap(returnOf))
}

const returnOf = ({ id, userId, amount, ledgerHold }: Review): Transfer[] =>
  ledgerHold === null
    ? []
    : [
        {
          key: `steeze-redemption/${id}/returned`,
          kind: 'steeze_hold_release',
          reference: id,
          from: userAccount(userId, 'steeze_held'),
          to: userAccount(userId, 'steeze_earned'),
          amount,
          resolvesHold: ledgerHold,
        },
      ]
