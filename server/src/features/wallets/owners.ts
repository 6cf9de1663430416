import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { findBindings, findWalletUser } from './store.ts'

export interface Owners {
  /** Who had it last, if nobody did at that time. */
  beforehand: string | null
  atThatTime: string | null
  afterwards: string | null
}

/** Returns owners in the order of the moments. The cost depends on the number of wallets, not of moments. */
export async function findOwners(db: Queryable, moments: readonly { address: string; at: Date }[]): Promise<Owners[]> {
  const addresses = [...new Set(moments.map(({ address }) => address))]
  const bindings = Map.groupBy(await findBindings(db, addresses), ({ address }) => address)
  return moments.map(({ address, at }) => {
    const ofWallet = bindings.get(address) ?? []
    const had = ofWallet.findLast(({ boundAt, unboundAt }) => boundAt <= at && (unboundAt === null || unboundAt > at))
    const bound = ofWallet.find(({ boundAt }) => boundAt > at)
    const left = had ? undefined : ofWallet.findLast(({ unboundAt }) => unboundAt !== null && unboundAt <= at)
    return {
      beforehand: left?.userId ?? null,
      atThatTime: had?.userId ?? null,
      afterwards: bound?.userId ?? null,
    }
  })
}

/** Returns the id of the account. Throws a sentence for the operator if the wallet has none. */
export async function walletOwner(ctx: Context, wallet: string): Promise<string> {
  const userId = await findWalletUser(ctx.db, wallet.toLowerCase())
  if (!userId) throw new Error(`No account has the wallet ${wallet}. Its owner has to sign in once first.`)
  return userId
}
