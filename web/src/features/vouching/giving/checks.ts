import { formatWhole, MICROS_PER_USDC, usdcPlain } from '@aura/api/money'
import { VOUCH_RULES } from '@aura/api/rules/vouching'
import type { ErrorText } from '#lib/error-text'

interface VouchFacts {
  hasWallet: boolean
  ownAddress: string | null
  targetAddress: string | null
  usdc: number
  balanceMicros: number | null
  hasContract: boolean
}

/** Returns the first problem of a vouch, or null. Checks wallet, both addresses, balance, contract, in this order. */
export function vouchProblem(facts: VouchFacts): ErrorText | null {
  const { hasWallet, ownAddress, targetAddress, usdc, balanceMicros, hasContract } = facts
  if (!hasWallet) {
    return { title: 'Wallet Required', description: 'Please install MetaMask or another Web3 wallet' }
  }
  if (ownAddress === null || targetAddress === null) {
    return { title: 'Wallet Required', description: 'Both users must have connected wallets' }
  }
  if (isShort(usdc, balanceMicros)) {
    return {
      title: 'Insufficient Balance',
      description: `You need ${usdc} USDC but only have ${usdcPlain(balanceMicros ?? 0)} USDC in your wallet`,
    }
  }
  return hasContract ? null : { title: 'Contract Error', description: 'Vouching contract not available' }
}

/** Returns false while the balance is unknown. */
export const isShort = (usdc: number, balanceMicros: number | null): boolean =>
  balanceMicros !== null && usdc * MICROS_PER_USDC > balanceMicros

interface PairFacts {
  ownAddress: string | null
  targetAddress: string | null
  targetName: string
  remaining: number
  /** AP that vouches may still award them this UTC day. */
  auraLeftToday: number
}

/** Returns the reason why vouching is not offered, or null. */
export function unavailability({
  ownAddress,
  targetAddress,
  targetName,
  remaining,
  auraLeftToday,
}: PairFacts): string | null {
  if (ownAddress === null) return 'Your account has no wallet yet. Connect one to vouch.'
  if (targetAddress === null) return `${targetName} hasn’t linked a wallet yet.`
  if (remaining < 1) return `You have reached the limit of ${VOUCH_RULES.maxUsdc} USDC for one person.`
  if (auraLeftToday > 0) return null
  return `${targetName} has reached today’s limit of AP from vouches: ${formatWhole(VOUCH_RULES.dailyAp)}. Vouch again after 00:00 UTC.`
}
