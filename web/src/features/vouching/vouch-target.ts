export interface VouchTarget {
  id: string
  name: string
  profileImageUrl: string | null
  walletAddress: string | null
  currentStreak: number
  auraPoints: number
}

export interface VouchedPair {
  totalVouchedAmount: number
  remainingAmount: number
  vouchCount: number
  /** Whether the two accounts are related, which brings them no AP. */
  isRelated: boolean
  /** USDC of the next vouch that only return what the other vouched, and bring no AP. */
  uncountedAmount: number
  /** AP that vouches may still award them this UTC day. */
  auraLeftToday: number
  /** USDC they vouched for the viewer lately, which a vouch back cancels in Trust. */
  receivedLately: number
}

/** The dialog is mounted when it first opens, and stays for its closing animation. */
export type DialogState = 'never' | 'asked' | 'open' | 'closed'
