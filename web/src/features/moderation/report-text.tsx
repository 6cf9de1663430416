import type { ReportReason, TextKind } from '@aura/api/calls/moderation/reports'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { ChoiceDialog } from '#ui/overlay/choice-dialog'
import { errorTexts } from './error-texts.ts'
import { REPORT_REASONS } from './report-reasons.ts'

interface ReportTextProps {
  kind: Exclude<TextKind, 'comment'>
  id: string
  text: string
  onClose: () => void
}

export default function ReportText({ kind, id, text, onClose }: ReportTextProps) {
  const report = useWrite({
    send: (reason: ReportReason) =>
      request('PUT /api/texts/:kind/:id/report', { params: { kind, id }, body: { reason } }),
    onSuccess: () => {
      toast({ title: 'Reported', description: 'An admin will look at this line.' })
      onClose()
    },
  })
  return (
    <ChoiceDialog
      title="Report a line"
      quote={text}
      question="What is wrong with it?"
      choices={REPORT_REASONS}
      failure={report.error ? errorText(report.error, errorTexts.report).description : undefined}
      confirm="Report"
      busy={report.isPending && 'Reporting...'}
      onConfirm={(reason) => report.mutate(reason)}
      onClose={onClose}
    />
  )
}
