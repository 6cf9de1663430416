import { cleanText } from '@aura/api/visible-text'
import { type ReactNode, useState } from 'react'
import { TextArea } from '#ui/forms/field'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog'

const MIN_LENGTH = 3

interface AppealDialogProps {
  /** Defaults to true, for a dialog that is mounted only while open. */
  open?: boolean
  onClose: () => void
  onSend: (text: string) => void
  isSending: boolean
  error: string | undefined
  /** Characters of the text, at most. */
  maxLength: number
  /** What an admin reads. */
  children: ReactNode
}

/** Asks for the text of an appeal. */
export function AppealDialog({
  open = true,
  onClose,
  onSend,
  isSending,
  error,
  maxLength,
  children,
}: AppealDialogProps) {
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Appeal"
      confirm="Send appeal"
      busy={isSending ? 'Sending' : undefined}
      error={isMissing ? 'Write what the admins should know.' : error}
      onConfirm={() => {
        const clean = cleanText(text)
        const isShort = clean.length < MIN_LENGTH
        setMissing(isShort)
        if (!isShort) onSend(clean)
      }}
    >
      <div className="grid gap-4">
        <p className="wrap-anywhere">{children}</p>
        <TextArea
          label="What should we know?"
          rows={4}
          maxLength={maxLength}
          value={text}
          onText={(next) => {
            setText(next)
            setMissing(false)
          }}
        />
      </div>
    </ConfirmDialog>
  )
}
