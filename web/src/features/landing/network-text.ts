import type { PublicConfig } from '@aura/api/calls/config'

export const networkText = ({ kind, name }: PublicConfig['chain']): string =>
  kind === 'base-sepolia' ? 'Built on Base Sepolia Testnet' : `Built on ${name}`
