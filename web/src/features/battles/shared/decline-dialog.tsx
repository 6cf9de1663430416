import { DECLINE_CODES, DECLINE_REASONS, type DeclineReason } from '@aura/api/decline-reasons'
import { useId, useState } from 'react'
import { Button } from '#ui/forms/button'
import { RadioList } from '#ui/forms/radio-list'
import { Dialog, DialogActions, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { type Battle, nameOf } from './battle-view.ts'

const SILENT = 'Say nothing'

interface DeclineDialogProps {
  battle: Battle
  onClose: () => void
  onDecline: (reason: DeclineReason | undefined) => void
}

/** Asks why, which the challenger is told; saying nothing is as good. */
export default function DeclineDialog({ battle, onClose, onDecline }: DeclineDialogProps) {
  const question = useId()
  const [selected, setSelected] = useState(0)
  return (
    <Dialog open onClose={onClose} phone="sheet" width="narrow">
      <DialogHeader title="Reject this challenge" />
      <DialogBody>
        <p id={question} className="mb-4 text-ink-2">
          What do you want to tell {nameOf(battle.challenger)}? Their stake is returned either way.
        </p>
        <RadioList
          labelledBy={question}
          options={[SILENT, ...DECLINE_CODES.map((code) => DECLINE_REASONS[code])]}
          selected={selected}
          onSelect={setSelected}
          struck={[]}
          struckNote=""
        />
      </DialogBody>
      <DialogActions>
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => onDecline(DECLINE_CODES[selected - 1])}>Reject</Button>
      </DialogActions>
    </Dialog>
  )
}
