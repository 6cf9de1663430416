import { type ReactNode, useId, useState } from 'react'
import { Button } from '../forms/button.tsx'
import { MessageLine } from '../forms/field-frame.tsx'
import { RadioList } from '../forms/radio-list.tsx'
import { Dialog, DialogActions, DialogBody, DialogHeader } from './dialog.tsx'

interface ChoiceDialogProps<Value> {
  title: string
  /** The text the question is about. */
  quote?: string
  question: string
  choices: readonly (readonly [Value, string])[]
  /** Index of the initial choice. Without it, a choice must be made. */
  initial?: number
  children?: ReactNode
  failure?: string | undefined
  /** Shown in place of Cancel. */
  otherAction?: ReactNode
  confirm: string
  /** Button text during the action; the dialog stays open. */
  busy?: string | false
  onConfirm: (value: Value) => void
  onClose: () => void
}

export function ChoiceDialog<Value>(props: ChoiceDialogProps<Value>) {
  const { title, quote, question, choices, initial = null, children, failure, otherAction } = props
  const { confirm, busy = false, onConfirm, onClose } = props
  const id = useId()
  const [selected, setSelected] = useState(initial)
  const choice = selected === null ? undefined : choices[selected]
  return (
    <Dialog open onClose={onClose} phone="sheet" width="narrow">
      <DialogHeader title={title} />
      <DialogBody>
        {quote !== undefined && (
          <blockquote className="mb-5 border-l-2 border-line-2 pl-3.5 wrap-anywhere">
            <bdi>{quote}</bdi>
          </blockquote>
        )}
        <p id={id} className="mb-3 text-ink-2">
          {question}
        </p>
        <div className="grid gap-4">
          <RadioList
            labelledBy={id}
            options={choices.map(([, name]) => name)}
            selected={selected}
            onSelect={setSelected}
          />
          {children}
        </div>
        <div role="alert">
          <MessageLine message={failure ? { tone: 'danger', text: failure } : null} />
        </div>
      </DialogBody>
      <DialogActions>
        {otherAction ?? (
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
        )}
        <Button busy={busy} disabled={choice === undefined} onClick={() => choice && onConfirm(choice[0])}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
