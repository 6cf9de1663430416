/** Allows this wallet's withdrawals to reach `limit` in total, until the deadline. */
export interface Withdrawal {
  chainId: number
  /** Lower case. */
  contract: string
  /** Lower case. */
  wallet: string
  /** Total Steeze this wallet may ever have withdrawn. */
  limit: number
  /** Unix time in seconds, as in the contract. */
  deadline: number
}

export type SigningRefusal =
  | 'malformed'
  /** Another chain or contract than the signer's. */
  | 'elsewhere'
  | 'deadline'
  | 'nothing-left'
  | 'daily-cap'
  | 'network-away'
  /** Down, too slow, or too many orders. */
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
