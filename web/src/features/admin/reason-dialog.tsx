import { cleanText } from '@aura/api/visible-text'
import { type ReactNode, useState } from 'react'
import { TextArea } from '#ui/forms/field'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog'

const REASON_MAX_LENGTH = 300
const REASON_MIN_LENGTH = 3

interface ReasonDialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  confirm: string
  onConfirm: (reason: string) => void
  busy: string | undefined
  error: string | undefined
  destructive?: boolean
  field?: ReactNode
}

export function ReasonDialog({ children, onConfirm, error, field, destructive = false, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <ConfirmDialog
      {...dialog}
      destructive={destructive}
      error={isMissing ? 'Give a reason. It will be shown.' : error}
      onConfirm={() => {
        const clean = cleanText(reason)
        const isShort = clean.length < REASON_MIN_LENGTH
        setMissing(isShort)
        if (!isShort) onConfirm(clean)
      }}
    >
      <div className="grid gap-4">
        <p>{children}</p>
        {field}
        <TextArea
          label="Reason"
          rows={3}
          maxLength={REASON_MAX_LENGTH}
          value={reason}
          onText={(text) => {
            setReason(text)
            setMissing(false)
          }}
        />
      </div>
    </ConfirmDialog>
  )
}
