import type { Clock } from '#platform/clock'
import type { Tx } from '#platform/db/db'
import { DEBT_KINDS } from './accounts.ts'
import { lockForPosting, postTransfers } from './post-transfers.ts'
import type { Transfer } from './rules.ts'
import { insertDebtAccounts } from './store.ts'

/**
 * Moves what a person's deleted accounts owe to the account that returns to them, once for each, and posts `transfers`
 * after it, which pay it first. Called in place of `postTransfers`, and throws the same.
 */
export async function postWithDebts(
  tx: Tx,
  clock: Clock,
  { userId, returnsTo, transfers }: { userId: string; returnsTo: readonly string[]; transfers: readonly Transfer[] },
): Promise<void> {
  if (returnsTo.length === 0) {
    await postTransfers(tx, clock, transfers)
    return
  }
  await insertDebtAccounts(tx, [userId])
  const debtsOf = (ownerId: string) => DEBT_KINDS.map((kind) => ({ ownerId, kind }))
  const debts = returnsTo.flatMap(debtsOf)
  const moved = transfers.flatMap(({ from, to }) => [from, to])
  const posting = await lockForPosting(tx, clock, [...debts, ...debtsOf(userId), ...moved])
  const returned = debts.map((debt) => ({
    key: `debt-returned/${debt.ownerId}/${debt.kind}`,
    kind: 'debt_returned' as const,
    reference: debt.ownerId,
    from: { ...debt, ownerId: userId },
    to: debt,
    amount: -posting.balanceOf(debt),
  }))
  await posting.post([...returned.filter(({ amount }) => amount > 0), ...transfers])
}
