import type { Confirmation } from './use-confirmations.ts'

export function confirmingText({ depth }: Pick<Confirmation, 'depth'>): string {
  if (!depth || depth.needed <= 1) return 'Confirming'
  const { confirmations, needed } = depth
  // A withdrawal with enough confirmations still waits for a final block.
  return confirmations < needed
    ? `Confirming, ${confirmations} of ${needed} blocks`
    : 'Confirmed, but its block isn’t final yet'
}
