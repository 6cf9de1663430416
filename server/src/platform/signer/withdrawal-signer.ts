/** Allows this wallet's withdrawals to reach `limit` in total, until the deadline. */
export interface Withdrawal {
  chainId: number
  /** The Steeze contract, in lower case. */
  contract: string
  /** In lower case. */
  wallet: string
  /** Total Steeze this wallet may ever have withdrawn. */
  limit: number
  /** Unix time in seconds, as in the contract. */
  deadline: number
}

export type SigningRefusal =
  /** Not a valid withdrawal. */
  | 'malformed'
  /** For another chain or contract than the signer's. */
  | 'elsewhere'
  /** Valid for longer than allowed. */
  | 'deadline'
  /** The wallet has already withdrawn this much. */
  | 'nothing-left'
  | 'daily-cap'
  /** The nodes don't respond, or disagree. */
  | 'network-away'
  /** The signer is down, too slow, or has too many orders waiting. */
  | 'signer-away'
  /** The network has not confirmed this server's settings, or contradicts them. */
  | 'unconfirmed'

export type SigningOutcome = { signature: `0x${string}` } | { refused: SigningRefusal }
export type CheckOutcome = { refused: SigningRefusal | null }

/** Signs withdrawals of Steeze within limits it enforces independently of the server. */
export interface WithdrawalSigner {
  /** Address of the signing key. */
  readonly address: `0x${string}`
  /** Returns the reason it would refuse a withdrawal of `amount` more; null where it would sign. Never throws. */
  check(wallet: string, amount: number): Promise<CheckOutcome>
  /** Returns a signature, or the reason for a refusal. The same withdrawal gets the same signature. Never throws. */
  sign(withdrawal: Withdrawal): Promise<SigningOutcome>
}
