export type ChainFailureReason =
  | 'REJECTED'
  | 'PENDING_REQUEST'
  /** The wallet exposed no account: locked or disconnected. */
  | 'LOCKED'
  | 'WRONG_ACCOUNT'
  | 'WRONG_NETWORK'
  | 'SWITCH_REJECTED'
  | 'SWITCH_FAILED'
  | 'ADD_FAILED'
  | 'NOT_ENOUGH_USDC'
  | 'NOT_ENOUGH_GAS'
  | 'REVERTED'
  | 'UNREACHABLE'
  /** The wallet was asked to send and didn't report the outcome, so money may have moved. */
  | 'UNHEARD'
  | 'FAILED'

export class ChainFailure extends Error {
  override readonly name = 'ChainFailure'
  readonly reason: ChainFailureReason
  /** User-facing text for this reason, if there is a specific one. */
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
