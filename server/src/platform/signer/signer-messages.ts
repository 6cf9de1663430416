import type { ChainSettings } from '../chain/chain.ts'
import type { CheckOutcome, SigningOutcome, Withdrawal } from './withdrawal-signer.ts'

/** All a signer is ever told of the world, once, before anything else. */
export interface SignerStart {
  key: `0x${string}`
  chain: ChainSettings
  /** Directory of its journal, the only place it can write to. */
  directory: string
  /** File of the certificates that its nodes may have beside the well-known ones (NODE_EXTRA_CA_CERTS). */
  extraCaCerts: string | null
  limits: { redeemDeadlineMs: number; redeemDailyCapMicros: number }
}

export type SignerOrder =
  | { id: number; op: 'sign'; withdrawal: Withdrawal }
  | { id: number; op: 'check'; wallet: string; amount: number }

export type SignerReport =
  | { type: 'ready'; address: `0x${string}` }
  /** It can't work with what it found, and ends. */
  | { type: 'unusable'; message: string }
  | { type: 'outcome'; id: number; outcome: SigningOutcome | CheckOutcome }
  /** From its supervisor: the process that signs has ended and is started again after `retryMs`. */
  | { type: 'ended'; retryMs: number }
