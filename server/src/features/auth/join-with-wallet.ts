import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { giveWallet } from './give-wallet.ts'
import { openAccount } from './open-account.ts'

/**
 * Makes an account for a wallet that has proven itself, with everything an account needs, in the caller's transaction
 * and under the wallet's lock. What the wallet bought before is theirs then. Answers whether the wallet bonus was due.
 */
export async function joinWithWallet(
  ctx: Context,
  tx: Tx,
  join: { address: string; timeZone: string; wantedUsername?: string; isDemo?: boolean },
): Promise<{ userId: string; bonusAwarded: boolean }> {
  const { address, ...person } = join
  const userId = await openAccount(ctx, tx, person)
  return { userId, bonusAwarded: await giveWallet(ctx, tx, { address, userId }) }
}
