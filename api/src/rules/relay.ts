export const RELAY_RULES = {
  /** USDC that a passkey account holds at least, so that changing its keys may be what makes it on the network. */
  newAccountUsdc: 1,
  /** Hours for which a key signs after its removal began: `NOTICE` of AuraAccount. */
  removalHours: 48,
  /** USDC in a wallet with one key at which its owner is asked for a second one, and asked again. */
  secondKeyUsdc: [10, 100],
} as const
