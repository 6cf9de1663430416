export type ChainFailureReason =
  /** The user rejected it. */
  | 'REJECTED'
  /** The wallet already shows a request. */
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
  /** Simulation failed, or the transaction did. */
  | 'REVERTED'
  /** No node responds. */
  | 'UNREACHABLE'
  /** The wallet was asked to send and didn't say what became of it, so money may have moved. */
  | 'UNHEARD'
  | 'FAILED'

/** `message` comes from the wallet or the node, if any. */
export class ChainFailure extends Error {
  override readonly name = 'ChainFailure'
  readonly reason: ChainFailureReason
  /** User-facing text for the reason, if it has one of its own. */
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
