import { useState } from 'react'
import { Link } from 'wouter'
import { paths } from '#paths'
import { Button, buttonClass } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'
import { type Battle, battleTitle } from './battle-view.ts'
import type { Step } from './step-failure.ts'
import { useBattleStep } from './use-battle-step.ts'

const DeclineDialog = lateDialog(() => import('./decline-dialog.tsx'))

interface StepButton {
  step: Step
  text: string
  busy: string
  primary?: true
}

const STEPS: readonly StepButton[] = [
  { step: 'accept', text: 'Accept', busy: 'Accepting...', primary: true },
  { step: 'reject', text: 'Reject', busy: 'Rejecting...' },
  { step: 'withdraw', text: 'Withdraw', busy: 'Withdrawing...' },
  { step: 'approveCancellation', text: 'Approve', busy: 'Approving...', primary: true },
  { step: 'takeBackCancellation', text: 'Take back', busy: 'Taking back...' },
  { step: 'requestCancellation', text: 'Request cancellation', busy: 'Requesting...' },
]

/** Reasons that don't concern the viewer's role: the button stays and explains itself when pressed. */
const EXPLAINED = new Set([
  'BATTLE_STAKE_TOO_HIGH',
  'BATTLE_TOO_MANY_OPEN',
  'BATTLE_CHALLENGER_TOO_MANY_OPEN',
  'BATTLE_CANCELLATIONS_USED_UP',
])

/** Returns whether the server allows the step, or a press says why not. */
const isOffered = ({ can }: Battle, step: Step): boolean => can[step].allowed || EXPLAINED.has(can[step].reason ?? '')

export function StepButtons({ battle, size = 40 }: { battle: Battle; size?: 40 | 48 }) {
  const [isDeclining, setDeclining] = useState(false)
  const step = useBattleStep(battle.id)
  return (
    <>
      {STEPS.filter((each) => isOffered(battle, each.step)).map((each) => (
        <Button
          key={each.step}
          kind={each.primary ? 'primary' : 'secondary'}
          size={size}
          busy={step.isPending && step.variables.step === each.step && each.busy}
          disabled={step.isPending}
          aria-label={`${each.text}: ${battleTitle(battle)}`}
          {...(each.step === 'reject' && { 'aria-haspopup': 'dialog' })}
          onClick={() => (each.step === 'reject' ? setDeclining(true) : step.mutate({ step: each.step }))}
        >
          {each.text}
        </Button>
      ))}
      {isDeclining && isOffered(battle, 'reject') && (
        <DeclineDialog
          battle={battle}
          onClose={() => setDeclining(false)}
          onDecline={(reason) => {
            setDeclining(false)
            step.mutate({ step: 'reject', reason })
          }}
        />
      )}
    </>
  )
}

export function BattleActions({ battle }: { battle: Battle }) {
  const offered = STEPS.some(({ step }) => isOffered(battle, step))
  return (
    <>
      {offered && <StepButtons battle={battle} />}
      {(!offered || battle.status === 'active') && (
        <Link
          href={paths.battle(battle.id)}
          className={buttonClass('secondary', 40)}
          aria-label={`${wayIn(battle)}: ${battleTitle(battle)}`}
        >
          {wayIn(battle)}
        </Link>
      )}
    </>
  )
}

const wayIn = ({ status }: Battle): string =>
  status === 'active' ? 'Enter Battle' : status === 'completed' ? 'See result' : 'Details'
