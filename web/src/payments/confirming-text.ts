import type { Confirmation } from './use-confirmations.ts'

export function confirmingText({ depth }: Pick<Confirmation, 'depth'>): string {
  return depth && depth.needed > 1 ? `Confirming, ${depth.confirmations} of ${depth.needed} blocks` : 'Confirming'
}
