import type { PublicConfig } from '@aura/api/calls/config'
import type { Token } from '@aura/contracts/signing/authorization'

/** USDC's name in its EIP-712 domain, as the contract at Circle's address returns it on each network. */
const NAMES: Record<PublicConfig['chain']['kind'], string> = {
  base: 'USD Coin',
  'base-sepolia': 'USDC',
  local: 'USD Coin',
}

/** Returns USDC as signatures for it name it. */
export const usdcToken = ({ chain }: Pick<PublicConfig, 'chain'>, address: string): Token => ({
  chainId: chain.id,
  address: address as `0x${string}`,
  name: NAMES[chain.kind],
  version: '2',
})
