import { formatWhole, MICROS_PER_USDC, usdcPlain } from '@aura/api/money'
import { RULES } from '@aura/api/rules'
import type { ErrorText } from '#lib/error-text'

interface VouchFacts {
  /** Whether the browser has any wallet. */
  hasWallet: boolean
  /** The wallets of both accounts. */
  ownAddress: string | null
  targetAddress: string | null
  usdc: number
  /** Micro-USDC in the own wallet; null while that is not known. */
  balanceMicros: number | null
  /** Whether it is known where to vouch. */
  hasContract: boolean
}

/** What keeps somebody from vouching, in this order: a wallet, both addresses, the balance, the contract. */
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

/** Whether the wallet is known to have less than that. */
export const isShort = (usdc: number, balanceMicros: number | null): boolean =>
  balanceMicros !== null && usdc * MICROS_PER_USDC > balanceMicros

interface PairFacts {
  ownAddress: string | null
  targetAddress: string | null
  targetName: string
  /** USDC that can still be vouched. */
  remaining: number
  /** AP that vouches can still award them in this UTC day. */
  auraLeftToday: number
}

/** Why vouching for somebody is not offered; null when it is. */
export function unavailability({
  ownAddress,
  targetAddress,
  targetName,
  remaining,
  auraLeftToday,
}: PairFacts): string | null {
  if (ownAddress === null) return 'Your account has no wallet yet. Connect one to vouch.'
  if (targetAddress === null) return `${targetName} hasn’t linked a wallet yet.`
  if (remaining < 1) return `You have reached the limit for vouching for one person: ${RULES.vouchMaxUsdc} USDC.`
  if (auraLeftToday > 0) return null
  return `${targetName} has reached today’s limit of AP from vouches: ${formatWhole(RULES.vouchDailyAp)}. Vouch again after 00:00 UTC.`
}
