import type { Context } from '#platform/context'
import { findWalletUser } from './store.ts'

/** Returns the id of the account. Throws a sentence for whoever runs the server if the wallet has none. */
export async function walletOwner(ctx: Context, wallet: string): Promise<string> {
  const userId = await findWalletUser(ctx.db, wallet.toLowerCase())
  if (!userId) throw new Error(`No account has the wallet ${wallet}. Its owner has to sign in once first.`)
  return userId
}
