import type { PaymentStep } from '#lib/chain/pay-usdc'
import { confirmingText } from '#payments/confirming-text.ts'
import type { Confirmation } from '#payments/use-confirmations.ts'
import type { Step } from '#ui/layout/step-list'

const NAMES = [
  'Enter a USDC amount',
  'Approve USDC spend',
  'Confirm the buy in your wallet',
  'Steeze lands in your balance',
]

const AT: Record<PaymentStep, number> = {
  checking: 1,
  'sign-permit': 1,
  approve: 1,
  approving: 1,
  confirm: 2,
  taken: 3,
}

/** Returns the steps; the wallet or a pending payment decides the current one. */
export function buySteps(step: PaymentStep | null, confirmations: readonly Confirmation[]): Step[] {
  const [oldest] = confirmations
  const at = step !== null ? AT[step] : oldest ? 3 : null
  return NAMES.map((name, i) => ({
    name,
    state: at === null || i > at ? 'idle' : i === at ? 'current' : 'done',
    ...(i === 3 && at === 3 ? { note: confirmingText(oldest ?? { depth: null }) } : {}),
  }))
}
