import { postTransfers, userAccount } from '#features/ledger'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { Review } from './review-store.ts'

/** Returns what a locked review holds, at most once ever. The caller clears `ledgerHold`. */
export async function returnHold(ctx: Context, tx: Tx, { id, userId, amount, ledgerHold }: Review): Promise<void> {
  if (ledgerHold === null) return
  await postTransfers(tx, ctx.clock, [
    {
      key: `steeze-redemption/${id}/returned`,
      kind: 'steeze_hold_release',
      reference: id,
      from: userAccount(userId, 'steeze_held'),
      to: userAccount(userId, 'steeze_earned'),
      amount,
      resolvesHold: ledgerHold,
    },
  ])
}
