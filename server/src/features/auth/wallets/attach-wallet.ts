import { houseAccount, postTransfers, type Transfer, userAccount } from '#features/ledger'
import { recallLearning, shareLearning } from '#features/lessons'
import { claimPurchases } from '#features/steeze'
import { findEarlierOwners, insertWallet } from '#features/wallets'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { keyedHash, keyedHashes } from '#platform/keyed-hash'
import { hasHadBonus, insertBonus } from '../store.ts'

/**
 * Binds a proven wallet to an account without one, in the caller's transaction and under the wallet's lock. Credits the
 * wallet's earlier purchases, restores what its owner learned in a deleted account, and doesn't pay lessons again that
 * the wallet was paid for in another account. Returns whether the bonus was paid.
 */
export async function attachWallet(
  ctx: Context,
  tx: Tx,
  { address, userId }: { address: string; userId: string },
): Promise<boolean> {
  await insertWallet(tx, { address, userId, now: ctx.clock.sqlNow() })
  await recallLearning(ctx, tx, userId, { wallet: address })
  await shareLearning(tx, userId, await findEarlierOwners(tx, userId, [address]))
  const bonus = await walletBonus(ctx, tx, userId, address)
  await postTransfers(tx, ctx.clock, [...bonus, ...(await claimPurchases(ctx, tx, address, userId))])
  return bonus.length > 0
}

async function walletBonus(ctx: Context, tx: Tx, userId: string, address: string): Promise<Transfer[]> {
  const text = `wallet-bonus/${address}`
  if (await hasHadBonus(tx, keyedHashes(ctx.settings, text))) return []
  const { hash, keyId } = keyedHash(ctx.settings, text)
  if (!(await insertBonus(tx, { addressHash: hash, keyId, userId, now: ctx.clock.sqlNow() }))) return []
  return [
    {
      key: `wallet-bonus/${Buffer.from(hash).toString('hex')}`,
      kind: 'wallet_bonus',
      reference: userId,
      from: houseAccount('ap_issued'),
      to: userAccount(userId, 'ap_available'),
      amount: ctx.limits.walletBonusAp,
    },
  ]
}
