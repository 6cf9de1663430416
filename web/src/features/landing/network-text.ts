import type { PublicConfig } from '@aura/api/calls/config'

/** Which network the product stands on, as the footer says it. */
export const networkText = ({ kind, name }: PublicConfig['chain']): string =>
  kind === 'base-sepolia' ? 'Built on Base Sepolia Testnet' : `Built on ${name}`
