import { recordActions } from '#features/admin-log'
import { houseAccount, openDebtAccounts, postTransfers, userAccount } from '#features/ledger'
import { insertNotifications } from '#features/notifications'
import { findOwners, lockWallets } from '#features/wallets'
import type { Context } from '#platform/context'
import { scopeOf } from '../scope.ts'
import { findUnexplained, lockUnexplained, type UnexplainedWithdrawal, updateExplained } from './redemption-store.ts'

export const unexplainedWithdrawals = (ctx: Context): Promise<UnexplainedWithdrawal[]> =>
  findUnexplained(ctx.db, scopeOf(ctx))

/**
 * Charges unexplained withdrawals to the wallet's owner at the time: their earned Steeze pays, and the shortfall
 * becomes a debt. Signing resumes once no withdrawal is unexplained. `amount` must equal their sum, as the operator's
 * confirmation. Throws a sentence for the operator, with nothing changed.
 */
export async function chargeWithdrawals(
  ctx: Context,
  { wallet, amount, reason }: { wallet: string; amount: number; reason: string },
): Promise<void> {
  const owners = await ctx.db.tx(async (tx) => {
    await lockWallets(tx, [wallet])
    const withdrawals = await lockUnexplained(tx, scopeOf(ctx), wallet)
    const sum = withdrawals.reduce((total, { unexplained }) => total + unexplained, 0)
    if (sum === 0) throw new Error(`${wallet} has no withdrawal that is unexplained.`)
    if (sum !== amount) throw new Error(`${sum} unexplained Steeze of ${wallet}, not ${amount}. Nothing was charged.`)
    const found = await findOwners(
      tx,
      withdrawals.map(({ withdrawnAt }) => ({ address: wallet, at: withdrawnAt })),
    )
    const charged = withdrawals.map((withdrawal, index) => {
      const userId = found[index]?.atThatTime ?? found[index]?.afterwards
      if (!userId) throw new Error(`No account ever had the wallet ${wallet}, so there is nobody to charge.`)
      return { ...withdrawal, userId }
    })
    const people = [...new Set(charged.map(({ userId }) => userId))]
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
        from: userAccount(userId, 'steeze_earned'),
        to: houseAccount('steeze_unexplained'),
        amount: unexplained,
        overdraws: true,
      })),
    )
    await updateExplained(tx, charged)
    await insertNotifications(
      tx,
      ctx.clock,
      charged.map(({ eventId, unexplained, userId }) => ({
        userId,
        type: 'steeze_update',
        title: 'A redemption was settled late',
        message: `${unexplained} Steeze that your wallet redeemed earlier were missing from our records.`,
        relatedId: null,
        key: `steeze-withdrawal-charged/${eventId}`,
      })),
    )
    await recordActions(
      tx,
      people.map((subject) => ({
        ...({ adminId: null, action: 'charge-withdrawals', subjectKind: 'person', subject } as const),
        reason: `${amount} Steeze of ${wallet}: ${reason}`,
      })),
      now,
    )
    return people
  })
  for (const userId of owners) ctx.live.changed(`user:${userId}`)
}
