import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { attachWallet } from '../wallets/attach-wallet.ts'
import { openAccount } from './open-account.ts'

/** Creates the wallet's account, under its lock, and credits earlier purchases. Returns whether the bonus was paid. */
export async function joinWithWallet(
  ctx: Context,
  tx: Tx,
  join: { address: string; timeZone: string; wantedUsername?: string; isDemo?: boolean },
): Promise<{ userId: string; bonusAwarded: boolean }> {
  const { address, ...person } = join
  const userId = await openAccount(ctx, tx, person)
  return { userId, bonusAwarded: await attachWallet(ctx, tx, { address, userId }) }
}
