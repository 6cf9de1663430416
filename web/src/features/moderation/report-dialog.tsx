import type { PersonReportReason } from '@aura/api/calls/moderation/reports'
import { MODERATION_RULES } from '@aura/api/rules/moderation'
import { cleanText } from '@aura/api/visible-text'
import { useState } from 'react'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { TextArea } from '#ui/forms/field'
import { ChoiceDialog } from '#ui/overlay/choice-dialog'
import { errorTexts } from './error-texts.ts'

const REASONS: readonly (readonly [PersonReportReason, string])[] = [
  ['scam', 'A scam, or fake battles and support'],
  ['impersonation', 'Pretends to be somebody else'],
  ['abuse', 'Insults, threats or hate'],
  ['spam', 'Spam'],
  ['stream', 'Their stream in a battle'],
  ['other', 'Something else'],
]

interface ReportDialogProps {
  id: string
  username: string
  /** The reason that is chosen at the start. */
  about?: PersonReportReason
  onClose: () => void
}

export default function ReportDialog({ id, username, about, onClose }: ReportDialogProps) {
  const [text, setText] = useState('')
  const report = useWrite({
    send: (why: PersonReportReason) =>
      request('PUT /api/users/:id/report', { params: { id }, body: { reason: why, text: cleanText(text) } }),
    onSuccess: () => {
      toast({ title: 'Reported', description: `An admin will look into it. ${username} isn’t told.` })
      onClose()
    },
  })
  return (
    <ChoiceDialog
      title={`Report ${username}`}
      question="What is wrong?"
      choices={REASONS}
      {...(about && { initial: REASONS.findIndex(([reason]) => reason === about) })}
      failure={report.error ? errorText(report.error, errorTexts.report).description : undefined}
      confirm="Report"
      busy={report.isPending && 'Reporting...'}
      onConfirm={(why) => report.mutate(why)}
      onClose={onClose}
    >
      <TextArea
        label="What happened"
        optional
        rows={3}
        maxLength={MODERATION_RULES.textLength}
        value={text}
        onText={setText}
      />
    </ChoiceDialog>
  )
}
