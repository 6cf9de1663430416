import { RELATION_RULES } from '@aura/api/rules/related-accounts'
import { useQueryClient } from '@tanstack/react-query'
import { AppealDialog } from '#aura/appeal-dialog.tsx'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { useWrite } from '#lib/use-write'
import { errorTexts } from './error-texts.ts'
import { ownTrust } from './own-trust.ts'

interface AppealTrustProps {
  open: boolean
  onClose: () => void
  aboutId: string | null
  /** What an admin reads. */
  why: string
}

export default function AppealTrust({ open, onClose, aboutId, why }: AppealTrustProps) {
  const client = useQueryClient()
  const send = useWrite({
    send: (text: string) => request('POST /api/trust/appeals', { body: { aboutId, text } }),
    onSuccess: (saved) => {
      client.setQueryData(ownTrust.queryKey, saved)
      onClose()
    },
    onError: () => void client.invalidateQueries(ownTrust),
  })
  if (!open) return null
  return (
    <AppealDialog
      onClose={onClose}
      onSend={(text) => send.mutate(text)}
      isSending={send.isPending}
      error={send.error ? errorText(send.error, errorTexts.appeal).description : undefined}
      maxLength={RELATION_RULES.appealLength}
    >
      An admin reads {why}, and answers in writing. You can appeal once.
    </AppealDialog>
  )
}
