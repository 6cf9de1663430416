/** Who is to be vouched for. */
export interface VouchTarget {
  id: string
  name: string
  profileImageUrl: string | null
  walletAddress: string | null
  currentStreak: number
  auraPoints: number
}

/** What was vouched between two people, and what still can be, in USDC. */
export interface VouchedPair {
  totalVouchedAmount: number
  remainingAmount: number
  vouchCount: number
  /** AP that vouches can still award them today, by UTC. */
  auraLeftToday: number
}
