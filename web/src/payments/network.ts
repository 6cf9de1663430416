import type { PublicConfig } from '@aura/api/calls/config'
import type { Network } from '#lib/chain/ensure-network'

/** Public nodes of the networks, as docs.base.org names them: what a wallet is told of a network it does not know. */
const PUBLIC_NODES = { base: 'https://mainnet.base.org', 'base-sepolia': 'https://sepolia.base.org' } as const

/** The product's network as wallets are told of it. */
export function networkOfConfig({ chain, localChain }: Pick<PublicConfig, 'chain' | 'localChain'>): Network {
  const node = chain.kind === 'local' ? localChain?.rpcUrl : PUBLIC_NODES[chain.kind]
  return { id: chain.id, name: chain.name, rpcUrls: node ? [node] : [], explorerUrl: chain.explorerUrl }
}
