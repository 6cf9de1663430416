import type { Hex } from './bytes.ts'
import type { Tx } from './chain.ts'

/** Part of a signature that lets an account spend. */
export interface Grant {
  token: Hex
  spender: Hex
  /** Smallest units. */
  value: bigint
  /** Unix seconds until which the spender may use it. */
  until: bigint
}

/** Typed data (EIP-712), as far as a wallet decodes it. */
export interface Typed {
  type: 'typed'
  by: Hex
  /** Name of the data's type, such as "Permit". */
  name: string
  /** Contract that checks the signature. */
  contract: Hex
  grants: readonly Grant[]
  /** What is left of the data. */
  rows?: readonly { label: string; value: string; isExact?: boolean }[]
}

/** Something that a key is used for. */
export type Asked =
  | { type: 'transaction'; by: Hex; tx: Tx }
  | { type: 'text'; by: Hex; text: string }
  | { type: 'authorization'; by: Hex; to: Hex; nonce: bigint }
  | Typed
