import { formatWhole } from '@aura/api/money'
import { recordActions } from '#features/admin-log'
import { houseAccount, netLeft, openDebtAccounts, postTransfers, userAccount } from '#features/ledger'
import { insertNotifications } from '#features/notifications'
import { findOwners, lockWallets } from '#features/wallets'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { scopeOf } from '../scope.ts'
import { findUnexplained, lockUnexplained, type UnexplainedWithdrawal, updateExplained } from './redemption-store.ts'

export const unexplainedWithdrawals = (ctx: Context): Promise<UnexplainedWithdrawal[]> =>
  findUnexplained(ctx.db, scopeOf(ctx))

/**
 * Charges unexplained withdrawals to the wallet's owner at the time: their earned Steeze pays, and the shortfall
 * becomes a debt. If the account was deleted since, Steeze forfeited by deleted accounts pays, and must cover it.
 * Returns the amount paid that way. Signing resumes once no withdrawal is unexplained. `amount` must equal their sum,
 * as the operator's confirmation. Throws a sentence for the operator, with nothing changed.
 */
export async function chargeWithdrawals(
  ctx: Context,
  { wallet, amount, reason }: { wallet: string; amount: number; reason: string },
): Promise<{ forfeited: number }> {
  const { people, forfeited } = await ctx.db.tx(async (tx) => {
    await lockWallets(tx, [wallet])
    const withdrawals = await lockUnexplained(tx, scopeOf(ctx), wallet)
    const sum = withdrawals.reduce((total, { unexplained }) => total + unexplained, 0)
    if (sum === 0) throw new Error(`${wallet} has no withdrawal that is unexplained.`)
    if (sum !== amount) throw new Error(`${sum} unexplained Steeze of ${wallet}, not ${amount}. Nothing was charged.`)
    const found = await findOwners(
      tx,
      withdrawals.map(({ withdrawnAt }) => ({ address: wallet, at: withdrawnAt })),
    )
    const charged = withdrawals.map((withdrawal, index) => ({
      ...withdrawal,
      userId: found[index]?.atThatTime ?? found[index]?.afterwards ?? null,
    }))
    const owned = charged.flatMap(({ userId, ...withdrawal }) => (userId === null ? [] : [{ ...withdrawal, userId }]))
    const people = [...new Set(owned.map(({ userId }) => userId))]
    const forfeited = amount - owned.reduce((total, { unexplained }) => total + unexplained, 0)
    if (forfeited > 0) await refuseUncoveredByForfeited(tx, wallet, forfeited)
    const now = ctx.clock.sqlNow()
    await openDebtAccounts(tx, people)
    await postTransfers(
      tx,
      ctx.clock,
      charged.map(({ eventId, unexplained, txHash, userId }) => ({
        key: `steeze-withdrawal-charged/${eventId}`,
        kind: 'steeze_charge',
        ignoresDebt: true,
        reference: txHash,
        from: userId === null ? houseAccount('steeze_forfeited') : userAccount(userId, 'steeze_earned'),
        to: houseAccount('steeze_unexplained'),
        amount: unexplained,
        overdraws: userId !== null,
      })),
    )
    await updateExplained(tx, charged)
    await insertNotifications(
      tx,
      ctx.clock,
      owned.map(({ eventId, unexplained, userId }) => ({
        userId,
        type: 'steeze_update',
        title: 'A redemption was settled late',
        message: `${formatWhole(unexplained)} Steeze that your wallet redeemed earlier were missing from our records.`,
        relatedId: null,
        key: `steeze-withdrawal-charged/${eventId}`,
      })),
    )
    await recordActions(
      tx,
      [
        ...people.map((subject) => ({ subjectKind: 'person' as const, subject })),
        ...(forfeited > 0 ? [{ subjectKind: 'wallet' as const, subject: wallet }] : []),
      ].map((charged) => ({
        ...({ adminId: null, action: 'charge-withdrawals', ...charged } as const),
        reason: `${amount} Steeze of ${wallet}: ${reason}`,
      })),
      now,
    )
    return { people, forfeited }
  })
  for (const userId of people) ctx.live.changed(`user:${userId}`)
  return { forfeited }
}

async function refuseUncoveredByForfeited(tx: Tx, wallet: string, amount: number): Promise<void> {
  const left = -(await netLeft(tx, 'steeze_forfeited'))
  if (left >= amount) return
  throw new Error(
    `No account has the wallet ${wallet}, so there is nobody to charge, and deleted accounts left ${left} Steeze of ${amount}.`,
  )
}
