import type { Abi } from 'viem'

type Text = (args: readonly unknown[]) => string

/** A contract of the product in words: the default export of its feature's `contract.ts`. */
export interface ContractTexts {
  readonly abi: Abi
  /** By the name of its error: what to tell the person whose transaction it refuses. */
  readonly reverts: Readonly<Record<string, Text>>
  /** By the name of its function: what a transaction does, for the demo wallet. */
  readonly calls: Readonly<Record<string, Text>>
}
