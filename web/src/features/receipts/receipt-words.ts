import type { Receipt, ReceiptKind } from '@aura/api/calls/receipts'
import { useParts } from '#lib/use-parts'

/** A kind of receipts in words. */
export interface ReceiptWords {
  /** In the filter. */
  readonly name: string
  readonly title: (other: string) => string
  readonly sign: '+' | '−'
  /** Name of the amount in USDC. */
  readonly paid: string
  /** Name of the time at which the ledger had it. */
  readonly credited: string
  readonly rate: (receipt: Pick<Receipt, 'steeze' | 'usdc' | 'multiplier'>) => { value: string; unit: string }
  readonly contract: string
  readonly sender: string
  /** Owner of the wallet the USDC went to; the contract keeps it otherwise. */
  readonly receiver?: string
  /** Name of the awarded points. */
  readonly awarded?: string
  /** Said of one that moved nothing in the ledger. */
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
