import type { Queryable } from '#platform/db/db'
import { findBindings } from './store.ts'

export interface Owners {
  /** Who had the wallet at that moment. */
  atThatTime: string | null
  /** Who bound it first afterwards. */
  afterwards: string | null
}

/** Who wallets belonged to at a moment each; in their order. Many moments of a few wallets cost what the wallets do. */
export async function findOwners(db: Queryable, moments: readonly { address: string; at: Date }[]): Promise<Owners[]> {
  const addresses = [...new Set(moments.map(({ address }) => address))]
  const bindings = Map.groupBy(await findBindings(db, addresses), ({ address }) => address)
  return moments.map(({ address, at }) => {
    const ofWallet = bindings.get(address) ?? []
    const had = ofWallet.findLast(({ boundAt, unboundAt }) => boundAt <= at && (unboundAt === null || unboundAt > at))
    const bound = ofWallet.find(({ boundAt }) => boundAt > at)
    return { atThatTime: had?.userId ?? null, afterwards: bound?.userId ?? null }
  })
}
