/** What a wallet is asked for: to sign somebody in, or to be linked to the account that is signed in. */
export type WalletPurpose = 'sign-in' | 'link'

const WELCOME = {
  'sign-in': { title: 'Wallet Connected', description: 'Successfully authenticated with your wallet.' },
  link: { title: 'Wallet Linked', description: 'Successfully linked your wallet to your account.' },
} as const

/** What is said once a wallet has proved itself: longer where it brought a bonus. */
export const welcomeToast = (purpose: WalletPurpose, { message, bonusAwarded }: WalletAnswer) => ({
  title: bonusAwarded ? 'Wallet Connected!' : WELCOME[purpose].title,
  description: message || WELCOME[purpose].description,
  durationMs: bonusAwarded ? 6_000 : 3_000,
})

/** What there is to celebrate about a wallet that was linked and brought a bonus. The streak stays as it was. */
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

/** What proving a wallet answers; `bonusAp` only where it was linked to an account. */
export interface WalletAnswer {
  message: string
  bonusAwarded: boolean
  bonusAp?: number
}
