import { confirmingText } from '#payments/confirming-text.ts'
import { isHanded } from '#payments/relayed/handed-payment.ts'
import type { Confirmation } from '#payments/use-confirmations.ts'
import type { Step } from '#ui/layout/step-list'
import type { BuyStep } from './use-buy.ts'

const NAMES = [
  'Enter a USDC amount',
  'Approve USDC spend',
  'Confirm the buy in your wallet',
  'Steeze lands in your balance',
]

const RELAYED_NAMES = ['Enter a USDC amount', 'Sign the payment', 'Aura hands it in', 'Steeze lands in your balance']

const AT: Record<BuyStep, number> = {
  checking: 1,
  'sign-permit': 1,
  approve: 1,
  approving: 1,
  confirm: 2,
  taken: 3,
  sign: 1,
  'hand-in': 2,
}

/** Returns the steps; the wallet or a pending payment decides the current one. */
export function buySteps(
  step: BuyStep | null,
  confirmations: readonly Confirmation[],
  { isRelayed = false }: { isRelayed?: boolean } = {},
): Step[] {
  const [oldest] = confirmations
  const at = step !== null ? AT[step] : !oldest ? null : isHanded(oldest.payment) ? 2 : 3
  return (isRelayed ? RELAYED_NAMES : NAMES).map((name, i) => ({
    name,
    state: at === null || i > at ? 'idle' : i === at ? 'current' : 'done',
    ...(i === at && (at === 3 || step === null) ? { note: confirmingText(oldest ?? { depth: null }) } : {}),
  }))
}
