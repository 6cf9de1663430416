import type { RedemptionReview } from '@aura/api/calls/steeze'
import { STEEZE_RULES } from '@aura/api/rules/steeze'
import { cleanText } from '@aura/api/visible-text'
import { useState } from 'react'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { useWrite } from '#lib/use-write'
import { TextArea } from '#ui/forms/field'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog'
import { errorTexts } from '../error-texts.ts'

const MIN_LENGTH = 3

interface AppealDialogProps {
  open: boolean
  review: RedemptionReview
  onClose: () => void
  onSent: () => Promise<void>
}

export function AppealDialog({ open, review, onClose, onSent }: AppealDialogProps) {
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const send = useWrite({
    send: (what: string, idempotencyKey) =>
      request('POST /api/steeze/redemption/:id/appeal', {
        params: { id: review.holdId },
        body: { text: what },
        idempotencyKey,
      }),
    isOpen: open,
    onSuccess: onSent,
  })
  const failure = send.error ? errorText(send.error, errorTexts.appeal).description : undefined
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Appeal"
      confirm="Send appeal"
      busy={send.isPending ? 'Sending' : undefined}
      error={isMissing ? 'Write what the admins should know.' : failure}
      onConfirm={() => {
        const clean = cleanText(text)
        const isShort = clean.length < MIN_LENGTH
        setMissing(isShort)
        if (!isShort) send.mutate(clean)
      }}
    >
      <div className="grid gap-4">
        <p>
          {review.status === 'waiting'
            ? 'The admin who decides reads it and answers in writing.'
            : 'An admin looks at your redemption again and answers in writing.'}{' '}
          You can appeal once.
        </p>
        <TextArea
          label="What should we know?"
          rows={4}
          maxLength={STEEZE_RULES.appealLength}
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
