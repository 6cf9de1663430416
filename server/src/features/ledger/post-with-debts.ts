import type { Clock } from '#platform/clock'
import type { Tx } from '#platform/db/db'
import { DEBT_KINDS } from './accounts.ts'
import { lockForPosting, postTransfers } from './post-transfers.ts'
import type { Transfer } from './rules.ts'
import { insertDebtAccounts, selectDebt } from './store.ts'

/**
 * Moves what a person's deleted accounts owe to the account that returns to them, once for each, and posts `transfers`
 * after it, which pay it first. Called in place of `postTransfers`, and throws the same.
 */
export async function postWithDebts(
  tx: Tx,
  clock: Clock,
  { userId, returnsTo, transfers }: { userId: string; returnsTo: readonly string[]; transfers: readonly Transfer[] },
): Promise<void> {
  const debts = returnsTo.flatMap((ownerId) => DEBT_KINDS.map((kind) => ({ ownerId, kind })))
  const balances = await Promise.all(debts.map(({ ownerId, kind }) => selectDebt(tx, ownerId, kind)))
  if (balances.every((balance) => balance === 0)) {
    await postTransfers(tx, clock, transfers)
    return
  }
  await insertDebtAccounts(tx, [userId])
  const own = DEBT_KINDS.map((kind) => ({ ownerId: userId, kind }))
  const posting = await lockForPosting(tx, clock, [
    ...debts,
    ...own,
    ...transfers.flatMap(({ from, to }) => [from, to]),
  ])
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
