import type { ChainSettings } from '#platform/chain/chain'
import type { CheckOutcome, SigningOutcome, Withdrawal } from './withdrawal-signer.ts'

export interface SignerStart {
  key: `0x${string}`
  chain: ChainSettings
  /** Directory of the signer, the only one it can write to. */
  directory: string
  /** File of additional certificates, as in NODE_EXTRA_CA_CERTS. */
  extraCaCerts: string | null
  limits: { redeemDeadlineMs: number; redeemDailyCapMicros: number }
}

export type SignerOrder =
  | { id: number; op: 'sign'; withdrawal: Withdrawal }
  | { id: number; op: 'check'; wallet: string; amount: number }

export type SignerReport =
  | { type: 'ready'; address: `0x${string}` }
  /** The start failed, and the signer exits. */
  | { type: 'unusable'; message: string }
  | { type: 'outcome'; id: number; outcome: SigningOutcome | CheckOutcome }
  /** From the supervisor: the signing process has ended and restarts after `retryMs`. */
  | { type: 'ended'; retryMs: number }
