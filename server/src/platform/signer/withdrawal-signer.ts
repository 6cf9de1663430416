/** Allows this wallet's withdrawals to reach `limit` in total, until the deadline. */
export interface Withdrawal {
  chainId: number
  /** The Steeze contract, in lower case. */
  contract: string
  /** In lower case. */
  wallet: string
  /** Steeze this wallet may have withdrawn in all its life. */
  limit: number
  /** Seconds, as the contract counts. */
  deadline: number
}

export type SigningRefusal =
  /** Not a withdrawal at all. */
  | 'malformed'
  /** For another chain or contract than the signer's. */
  | 'elsewhere'
  /** Valid for longer than a signature may be. */
  | 'deadline'
  /** The wallet has withdrawn as much already. */
  | 'nothing-left'
  | 'daily-cap'
  /** The nodes don't answer, or don't agree. */
  | 'network-away'
  /** The signer is not running, too slow, or has too many waiting. */
  | 'signer-away'
  /** The network has not confirmed this server's settings, or contradicts them. */
  | 'unconfirmed'

export type SigningOutcome = { signature: `0x${string}` } | { refused: SigningRefusal }
export type CheckOutcome = { refused: SigningRefusal | null }

/** Signs withdrawals of Steeze within limits it checks by itself, whatever the server thinks of them. */
export interface WithdrawalSigner {
  /** Its signatures are this address's. */
  readonly address: `0x${string}`
  /** Returns why it would not sign that a wallet may withdraw `amount` more; null where it would. Never throws. */
  check(wallet: string, amount: number): Promise<CheckOutcome>
  /** Signs, or says why not. The same again gives the same signature. Never throws. */
  sign(withdrawal: Withdrawal): Promise<SigningOutcome>
}
