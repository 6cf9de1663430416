import { contractsOf } from '#platform/chain/contracts'
import type { Context } from '#platform/context'

/** Limits and holds belong to a contract on a chain. */
export interface Scope {
  chainId: number
  contract: string
}

/** The Steeze contract this server is configured for. Throws CHAIN_UNAVAILABLE where there is none. */
export const scopeOf = ({ chain }: Pick<Context, 'chain'>): Scope => ({
  chainId: chain.id,
  contract: contractsOf(chain).steeze,
})
