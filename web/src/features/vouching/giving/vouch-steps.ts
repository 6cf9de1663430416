import type { PaymentStep } from '#lib/chain/pay-usdc'
import type { RelayStep } from '#payments/relayed/pay-by-relay.ts'
import type { Step } from '#ui/layout/step-list'

/** Opening includes switching the network. */
export type VouchStep = 'opening' | PaymentStep | RelayStep

const NAMES = ['Open wallet', 'Approve USDC spend', 'Confirm vouch', 'Contract distributes funds']

const RELAYED_NAMES = ['Check your balance', 'Sign the vouch', 'Aura hands it in', 'Contract distributes funds']

const AT: Record<VouchStep, number> = {
  opening: 0,
  checking: 0,
  'sign-permit': 1,
  approve: 1,
  approving: 1,
  confirm: 2,
  taken: 3,
  sign: 1,
  'hand-in': 2,
}

interface VouchSteps {
  isRelayed?: boolean
  /** Whether Aura has it and the network doesn't yet. */
  isHanded?: boolean
}

export function vouchSteps(
  step: VouchStep | null,
  sent: Step['note'] | null,
  { isRelayed = false, isHanded = false }: VouchSteps = {},
): Step[] {
  const last = NAMES.length - 1
  const at = step !== null ? AT[step] : sent === null ? null : isHanded ? last - 1 : last
  return (isRelayed ? RELAYED_NAMES : NAMES).map((name, i) => ({
    name,
    state: at === null || i > at ? 'idle' : i === at ? 'current' : 'done',
    ...(i === at && (i === last || step === null) ? { note: sent ?? 'Confirming' } : {}),
  }))
}
