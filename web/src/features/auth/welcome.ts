export type WalletPurpose = 'sign-in' | 'link'

const WELCOME = {
  'sign-in': { title: 'Wallet Connected', description: 'Successfully authenticated with your wallet.' },
  link: { title: 'Wallet Linked', description: 'Successfully linked your wallet to your account.' },
} as const

export const welcomeToast = (purpose: WalletPurpose, { message, bonusAwarded }: WalletAnswer) => ({
  title: bonusAwarded ? 'Wallet Connected!' : WELCOME[purpose].title,
  description: message || WELCOME[purpose].description,
  durationMs: bonusAwarded ? 6_000 : 3_000,
})

export const bonusCelebration = ({ id, currentStreak: days, auraPoints }: PersonBefore, bonusAp: number) => ({
  userId: id,
  gained: { amount: bonusAp, unit: 'AP' as const },
  before: { days, auraPoints },
  after: { days, auraPoints: auraPoints + bonusAp },
  text: 'Your wallet is linked. This bonus is paid once.',
})

interface PersonBefore {
  id: string
  currentStreak: number
  auraPoints: number
}

/** `bonusAp` is set only if a wallet was linked. */
export interface WalletAnswer {
  message: string
  bonusAwarded: boolean
  bonusAp?: number
}
