import { createHmac } from 'node:crypto'
import { houseAccount, openUserAccounts, postTransfers, userAccount } from '#features/ledger/public'
import { enrolLearner } from '#features/lessons/public'
import { createUser } from '#features/profile/public'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { insertBonus, insertWallet } from './store.ts'

/**
 * Makes an account for a wallet that has proven itself, with everything an account needs, in the caller's transaction
 * and under the wallet's lock. Answers whether the wallet bonus was due.
 */
export async function joinWithWallet(
  ctx: Context,
  tx: Tx,
  join: { address: string; timeZone: string; wantedUsername?: string; isDemo?: boolean },
): Promise<{ userId: string; bonusAwarded: boolean }> {
  const { address, timeZone, wantedUsername, isDemo = false } = join
  const userId = await createUser(ctx, tx, { isDemo, ...(wantedUsername ? { wantedUsername } : {}) })
  await openUserAccounts(tx, userId)
  await enrolLearner(tx, userId, timeZone)
  await insertWallet(tx, { address, userId, now: ctx.clock.sqlNow() })
  return { userId, bonusAwarded: await awardBonus(ctx, tx, userId, address) }
}

/** Pays the wallet bonus once an account and once an address, ever. */
async function awardBonus(ctx: Context, tx: Tx, userId: string, address: string): Promise<boolean> {
  const addressHash = createHmac('sha256', ctx.settings.hashKey).update(`wallet-bonus/${address}`).digest()
  if (!(await insertBonus(tx, { addressHash, userId, now: ctx.clock.sqlNow() }))) return false
  await postTransfers(tx, ctx.clock, [
    {
      key: `wallet-bonus/${addressHash.toString('hex')}`,
      kind: 'wallet_bonus',
      reference: userId,
      from: houseAccount('ap_issued'),
      to: userAccount(userId, 'ap_available'),
      amount: ctx.limits.walletBonusAp,
    },
  ])
  return true
}
