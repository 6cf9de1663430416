import type { Confirmation } from './use-confirmations.ts'

/** How deep a payment is, as far as it is known. */
export function confirmingText({ depth }: Pick<Confirmation, 'depth'>): string {
  return depth && depth.needed > 1 ? `Confirming, ${depth.confirmations} of ${depth.needed} blocks` : 'Confirming'
}
