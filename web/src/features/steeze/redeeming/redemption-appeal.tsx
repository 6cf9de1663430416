import type { RedemptionReview } from '@aura/api/calls/steeze'
import { STEEZE_RULES } from '@aura/api/rules/steeze'
import { AppealDialog } from '#aura/appeal-dialog.tsx'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { useWrite } from '#lib/use-write'
import { errorTexts } from '../error-texts.ts'

interface RedemptionAppealProps {
  open: boolean
  review: RedemptionReview
  onClose: () => void
  onSent: () => Promise<void>
}

export function RedemptionAppeal({ open, review, onClose, onSent }: RedemptionAppealProps) {
  const send = useWrite({
    send: (text: string, idempotencyKey) =>
      request('POST /api/steeze/redemption/:id/appeal', {
        params: { id: review.holdId },
        body: { text },
        idempotencyKey,
      }),
    isOpen: open,
    onSuccess: onSent,
  })
  return (
    <AppealDialog
      open={open}
      onClose={onClose}
      onSend={(text) => send.mutate(text)}
      isSending={send.isPending}
      error={send.error ? errorText(send.error, errorTexts.appeal).description : undefined}
      maxLength={STEEZE_RULES.appealLength}
    >
      {review.status === 'waiting'
        ? 'The admin who decides reads it and answers in writing.'
        : 'An admin looks at your redemption again and answers in writing.'}{' '}
      You can appeal once.
    </AppealDialog>
  )
}
