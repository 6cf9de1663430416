import { DECLINE_CODES, DECLINE_REASONS, type DeclineReason } from '@aura/api/decline-reasons'
import { ChoiceDialog } from '#ui/overlay/choice-dialog'
import { type Battle, nameOf } from './battle-view.ts'

const CHOICES: readonly (readonly [DeclineReason | undefined, string])[] = [
  [undefined, 'Say nothing'],
  ...DECLINE_CODES.map((code) => [code, DECLINE_REASONS[code]] as const),
]

interface DeclineDialogProps {
  battle: Battle
  onClose: () => void
  onDecline: (reason: DeclineReason | undefined) => void
}

export default function DeclineDialog({ battle, onClose, onDecline }: DeclineDialogProps) {
  return (
    <ChoiceDialog
      title="Reject this challenge"
      question={`What do you want to tell ${nameOf(battle.challenger)}? Their stake is returned either way.`}
      choices={CHOICES}
      initial={0}
      confirm="Reject"
      onConfirm={onDecline}
      onClose={onClose}
    />
  )
}
