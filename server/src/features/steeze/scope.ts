import { contractsOf } from '#platform/chain/contracts'
import type { Context } from '#platform/context'

/** The contract and chain that limits and holds belong to. */
export interface Scope {
  chainId: number
  contract: string
}

/** Returns the Steeze contract this server is configured for. Throws CHAIN_UNAVAILABLE without one. */
export const scopeOf = ({ chain }: Pick<Context, 'chain'>): Scope => ({
  chainId: chain.id,
  contract: contractsOf(chain).steeze,
})
