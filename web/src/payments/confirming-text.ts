import { isHanded } from './relayed/handed-payment.ts'
import type { Confirmation } from './use-confirmations.ts'

export function confirmingText({ depth, payment }: Pick<Confirmation, 'depth'> & Partial<Confirmation>): string {
  if (payment && isHanded(payment)) return 'Aura is handing it in'
  if (!depth || depth.confirmationSeconds === 0) return 'Confirming'
  const { confirmedSeconds, confirmationSeconds } = depth
  // A withdrawal that is deep enough still waits for a final block.
  return confirmedSeconds < confirmationSeconds
    ? `Confirming, ${confirmedSeconds} of ${confirmationSeconds} seconds`
    : 'Confirmed, but its block isn’t final yet'
}
