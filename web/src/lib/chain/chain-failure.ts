/** Why money could not be moved, as far as wallet and network can tell. */
export type ChainFailureReason =
  /** The person said no in the wallet. */
  | 'REJECTED'
  /** The wallet already shows a request. */
  | 'PENDING_REQUEST'
  /** The wallet gave no account: it is locked, or not connected to this page any more. */
  | 'LOCKED'
  /** The wallet is on another account than it has to be. */
  | 'WRONG_ACCOUNT'
  | 'WRONG_NETWORK'
  | 'SWITCH_REJECTED'
  | 'SWITCH_FAILED'
  | 'ADD_FAILED'
  | 'NOT_ENOUGH_USDC'
  | 'NOT_ENOUGH_GAS'
  /** The network would refuse the transaction, or did. */
  | 'REVERTED'
  /** Nobody who knows the network answers. */
  | 'UNREACHABLE'
  /** Anything else the wallet said. */
  | 'FAILED'

/** A failure before or while a transaction was sent. `message` is what the wallet or the network said, if anything. */
export class ChainFailure extends Error {
  override readonly name = 'ChainFailure'
  readonly reason: ChainFailureReason
  /** In words for people, where the contract gave a reason that has some. */
  readonly explanation: string | null

  constructor(
    reason: ChainFailureReason,
    {
      message = reason,
      explanation = null,
      cause,
    }: { message?: string; explanation?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.reason = reason
    this.explanation = explanation
  }
}
