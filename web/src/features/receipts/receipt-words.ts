import type { Receipt, ReceiptKind } from '@aura/api/calls/receipts'
import { useParts } from '#lib/use-parts'

export interface ReceiptWords {
  readonly name: string
  readonly title: (other: string) => string
  readonly sign: '+' | '−'
  readonly paid: string
  readonly credited: string
  readonly rate: (receipt: Pick<Receipt, 'steeze' | 'usdc' | 'multiplier'>) => { value: string; unit: string }
  readonly contract: string
  readonly sender: string
  /** Label of the owner of the receiving wallet, unless the contract keeps the USDC. */
  readonly receiver?: string
  readonly awarded?: string
  /** Shown if nothing was moved in the ledger. */
  readonly unawarded?: string
}

declare module '#lib/parts' {
  interface Parts {
    readonly receipts?: Readonly<Partial<Record<ReceiptKind, ReceiptWords>>>
  }
}

/** Returns all kinds, in the order of the filter. */
export const useReceiptWords = (): Record<ReceiptKind, ReceiptWords> =>
  Object.assign({}, ...useParts().map(({ receipts }) => receipts))
