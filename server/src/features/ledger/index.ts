import type { Queryable } from '#platform/db/db'
import { DEBT_KINDS, type DebtAccountKind, type UserAccountKind } from './accounts.ts'
import { selectBalances, selectDebt } from './store.ts'

export { type AccountRef, battleAccount, HOUSE_ID, houseAccount, userAccount } from './accounts.ts'
export { auditLedger, LEDGER_AUDIT } from './audit-ledger.ts'
export { settledTransferId } from './audit-transfers.ts'
export { lockForPosting, type Posting, postTransfers } from './post-transfers.ts'
export { postWithDebts } from './post-with-debts.ts'
export type { Transfer } from './rules.ts'
export {
  balanceExpression,
  type Entry,
  findEntries,
  insertBattleAccounts as openBattleAccounts,
  insertDebtAccounts as openDebtAccounts,
  insertUserAccounts as openUserAccounts,
  netLeft,
  sumSteeze,
  transferExpression,
} from './store.ts'

export async function balancesOf(db: Queryable, ownerId: string): Promise<Record<UserAccountKind, number>> {
  const none = { ap_available: 0, ap_held: 0, steeze_purchased: 0, steeze_earned: 0, steeze_held: 0 }
  const rows = await selectBalances(db, ownerId)
  return { ...none, ...Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance])) }
}

/** Returns the debt in whole units; 0 if there is none. */
export const debtOf = async (db: Queryable, ownerId: string, kind: DebtAccountKind): Promise<number> =>
  -(await selectDebt(db, ownerId, kind)) || 0

/** Returns whether the owner can't spend, without locking the accounts. */
export async function isInDebt(db: Queryable, ownerId: string): Promise<boolean> {
  const debts = await Promise.all(DEBT_KINDS.map((kind) => debtOf(db, ownerId, kind)))
  return debts.some((debt) => debt > 0)
}
