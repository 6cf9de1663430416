/** Allows this wallet's withdrawals to reach `limit` in total, until the deadline. */
export interface Withdrawal {
  chainId: number
  /** The contract's address, in lower case. */
  contract: string
  /** The wallet's address, in lower case. */
  wallet: string
  /** Maximum of all Steeze this wallet ever withdraws. */
  limit: number
  /** Unix time in seconds, as in the contract. */
  deadline: number
}

export type SigningRefusal =
  | 'malformed'
  /** The chain or contract isn't the signer's. */
  | 'elsewhere'
  | 'deadline'
  | 'nothing-left'
  | 'daily-cap'
  | 'network-away'
  /** The signer is down, too slow, or has too many orders. */
  | 'signer-away'
  /** The network has not confirmed the settings, or contradicts them. */
  | 'unconfirmed'

export type SigningOutcome = { signature: `0x${string}` } | { refused: SigningRefusal }
export type CheckOutcome = { refused: SigningRefusal | null }

/** Signs withdrawals of Steeze within limits it enforces independently of the server. */
export interface WithdrawalSigner {
  readonly address: `0x${string}`
  /** Returns why it would refuse a withdrawal of `amount` more, or null. Never throws. */
  check(wallet: string, amount: number): Promise<CheckOutcome>
  /** Returns a signature or a refusal. The same withdrawal gets the same signature. Never throws. */
  sign(withdrawal: Withdrawal): Promise<SigningOutcome>
}
