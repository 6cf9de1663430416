import { API_ERRORS } from '@aura/api/errors'
import { formatWhole, usdcPlain } from '@aura/api/money'
import type { ErrorText } from '#lib/error-text'
import type { PayingWallet } from '#payments/use-paying-wallet.ts'
import { NO_METAMASK } from '#payments/wallet-gate.tsx'

interface BuyFacts {
  /** Null for an invalid amount. */
  enteredMicros: number | null
  /** Price of the whole Steeze. */
  paidMicros: number
  balanceMicros: number | null
  wallet: PayingWallet
  network: { id: number; name: string }
  networkName: (id: number) => string
}

export const INVALID_USDC: ErrorText = { title: 'Invalid Amount', description: 'Please enter a valid USDC amount' }

export const INVALID_STEEZE: ErrorText = {
  title: 'Invalid Amount',
  description: API_ERRORS.REDEEM_AMOUNT_INVALID.message,
}

/** Returns the first problem of a purchase, or null. Checks amount, balance, wallet, network, owner, in this order. */
export function buyProblem(facts: BuyFacts): ErrorText | null {
  const { enteredMicros, paidMicros, balanceMicros, wallet } = facts
  if (enteredMicros === null || paidMicros === 0) {
    return INVALID_USDC
  }
  if (balanceMicros !== null && paidMicros > balanceMicros) {
    return {
      title: 'Insufficient Balance',
      description: `You need ${usdcPlain(paidMicros)} USDC but only have ${usdcPlain(balanceMicros)} USDC in your wallet`,
    }
  }
  return walletProblem('Purchase Failed', wallet, facts)
}

interface RedeemFacts extends Pick<BuyFacts, 'wallet' | 'network'> {
  steeze: number | null
  earned: number
  /** Part of `earned` that can't be redeemed yet. */
  maturing?: number
  /** Whether Aura hands it in, for which no wallet is needed. */
  isRelayed?: boolean
}

/** Returns the first problem of a redemption, or null. Checks amount, wallet and network, then wallet owner. */
export function redeemProblem({
  steeze,
  earned,
  maturing = 0,
  wallet,
  network,
  isRelayed = false,
}: RedeemFacts): ErrorText | null {
  if (steeze === null || steeze > earned) {
    return INVALID_STEEZE
  }
  if (steeze > earned - maturing) {
    return { title: 'Redeem Failed', description: `You can redeem ${formatWhole(earned - maturing)} Steeze now` }
  }
  if (wallet.state === 'passkey' || isRelayed) return null
  if (wallet.state !== 'connected' || wallet.chainId !== network.id) {
    return { title: 'Redeem Failed', description: `Please connect wallet and switch to ${network.name}` }
  }
  return wallet.isOwn ? null : { title: 'Redeem Failed', description: FOREIGN }
}

const FOREIGN = 'Please connect the wallet associated with your account'

function walletProblem(title: string, wallet: PayingWallet, facts: Pick<BuyFacts, 'network' | 'networkName'>) {
  if (wallet.state === 'passkey') return null
  if (wallet.state === 'disconnected' && wallet.choices.length === 0) {
    return { title, description: NO_METAMASK }
  }
  if (wallet.state !== 'connected') return { title, description: 'Please connect your wallet first' }
  if (wallet.chainId !== facts.network.id) {
    const current = wallet.chainId === null ? 'unknown' : facts.networkName(wallet.chainId)
    return { title, description: `Please switch to ${facts.network.name} network. Current network: ${current}` }
  }
  return wallet.isOwn ? null : { title, description: FOREIGN }
}
