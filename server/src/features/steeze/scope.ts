import { contractsOf } from '#platform/chain/contracts'
import type { Context } from '#platform/context'

export interface Scope {
  chainId: number
  contract: string
}

/** Returns the scope. Throws CHAIN_UNAVAILABLE without a configured contract. */
export const scopeOf = ({ chain }: Pick<Context, 'chain'>): Scope => ({
  chainId: chain.id,
  contract: contractsOf(chain).steeze,
})
