import type { PaymentStep } from '#lib/chain/pay-usdc'
import type { Step } from '#ui/layout/step-list'

/** What the wallet is asked for, or what is waited for: first that it opens and goes to the network. */
export type VouchStep = 'opening' | PaymentStep

const NAMES = ['Open wallet', 'Approve USDC spend', 'Confirm vouch', 'Contract distributes funds']

/** Which of the four a wallet's question belongs to. */
const AT: Record<VouchStep, number> = {
  opening: 0,
  checking: 0,
  'sign-permit': 1,
  approve: 1,
  approving: 1,
  confirm: 2,
  taken: 3,
}

/** The way of a vouch, and where it stands; `sent` is what is known of one on its way. */
export function vouchSteps(step: VouchStep | null, sent: Step['note'] | null): Step[] {
  const at = step !== null ? AT[step] : sent !== null ? NAMES.length - 1 : null
  return NAMES.map((name, i) => ({
    name,
    state: at === null || i > at ? 'idle' : i === at ? 'current' : 'done',
    ...(i === NAMES.length - 1 && i === at ? { note: sent ?? 'Confirming' } : {}),
  }))
}
