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

interface WalletAnswer {
  message: string
  bonusAwarded: boolean
}
