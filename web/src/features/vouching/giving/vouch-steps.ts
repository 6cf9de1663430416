import type { PaymentStep } from '#lib/chain/pay-usdc'
import type { Step } from '#ui/layout/step-list'

/** Opening includes switching the network. */
export type VouchStep = 'opening' | PaymentStep

const NAMES = ['Open wallet', 'Approve USDC spend', 'Confirm vouch', 'Contract distributes funds']

const AT: Record<VouchStep, number> = {
  opening: 0,
  checking: 0,
  'sign-permit': 1,
  approve: 1,
  approving: 1,
  confirm: 2,
  taken: 3,
}

export function vouchSteps(step: VouchStep | null, sent: Step['note'] | null): Step[] {
  const at = step !== null ? AT[step] : sent !== null ? NAMES.length - 1 : null
  return NAMES.map((name, i) => ({
    name,
    state: at === null || i > at ? 'idle' : i === at ? 'current' : 'done',
    ...(i === NAMES.length - 1 && i === at ? { note: sent ?? 'Confirming' } : {}),
  }))
}
