import { houseAccount, postWithDebts, type Transfer, userAccount } from '#features/ledger'
import { claimPurchases } from '#features/steeze'
import { insertWallet } from '#features/wallets'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { keyedHash, keyedHashes } from '#platform/keyed-hash'
import { attachIdentity } from '../attach-identity.ts'
import { hasHadBonus, insertBonus } from '../store.ts'

/**
 * Binds a proven wallet to an account without one, in the caller's transaction and under the wallet's lock. Credits the
 * wallet's earlier purchases, and carries over what its other accounts left with it, debts too. Returns whether the bonus
 * was paid.
 */
export async function attachWallet(
  ctx: Context,
  tx: Tx,
  { address, userId }: { address: string; userId: string },
): Promise<boolean> {
  await insertWallet(tx, { address, userId, now: ctx.clock.sqlNow() })
  const returnsTo = await attachIdentity(ctx, tx, userId, { wallet: address })
  const bonus = await walletBonus(ctx, tx, userId, address)
  const transfers = [...bonus, ...(await claimPurchases(ctx, tx, address, userId))]
  await postWithDebts(tx, ctx.clock, { userId, returnsTo, transfers })
  return bonus.length > 0
}

async function walletBonus(ctx: Context, tx: Tx, userId: string, address: string): Promise<Transfer[]> {
  const text = `wallet-bonus/${address}`
  if (await hasHadBonus(tx, userId, keyedHashes(ctx.settings, text))) return []
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
