import type { Queryable } from '#platform/db/db'
import { findBindings } from './store.ts'

export interface Owners {
  atThatTime: string | null
  afterwards: string | null
}

/** In input order. The cost depends on the number of wallets, not of moments. */
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
