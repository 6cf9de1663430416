import type { PublicConfig } from '@aura/api/calls/config'
import type { Network } from '#lib/chain/ensure-network'

/** Public RPC nodes from docs.base.org, offered to wallets that don't know the network. */
const PUBLIC_NODES = { base: 'https://mainnet.base.org', 'base-sepolia': 'https://sepolia.base.org' } as const

export function networkOfConfig({ chain, localChain }: Pick<PublicConfig, 'chain' | 'localChain'>): Network {
  const node = chain.kind === 'local' ? localChain?.rpcUrl : PUBLIC_NODES[chain.kind]
  return { id: chain.id, name: chain.name, rpcUrls: node ? [node] : [], explorerUrl: chain.explorerUrl }
}
