export interface VouchTarget {
  id: string
  name: string
  profileImageUrl: string | null
  walletAddress: string | null
  currentStreak: number
  auraPoints: number
}

/** Past and remaining vouches between two people, in USDC. */
export interface VouchedPair {
  totalVouchedAmount: number
  remainingAmount: number
  vouchCount: number
  /** AP that vouches may still award them this UTC day. */
  auraLeftToday: number
}
