import type { Abi } from 'viem'

type Text = (args: readonly unknown[]) => string

export interface ContractTexts {
  readonly abi: Abi
  /** By error name: text for the person whose transaction was refused. */
  readonly reverts: Readonly<Record<string, Text>>
  /** By function name: the effect of the transaction, shown by the demo wallet. */
  readonly calls: Readonly<Record<string, Text>>
}
