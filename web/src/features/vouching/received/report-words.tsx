import type { ReportReason } from '@aura/api/calls/crowd'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { REPORT_REASONS } from '#lib/report-reasons'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { ChoiceDialog } from '#ui/overlay/choice-dialog'
import { errorTexts } from '../error-texts.ts'

export default function ReportWords({ id, text, onClose }: { id: string; text: string; onClose: () => void }) {
  const report = useWrite({
    send: (why: ReportReason) => request('PUT /api/vouch/words/:id/report', { params: { id }, body: { reason: why } }),
    onSuccess: () => {
      toast({ title: 'Reported', description: 'An admin will look at these words.' })
      onClose()
    },
  })
  return (
    <ChoiceDialog
      title="Report words"
      quote={text}
      question="What is wrong with it?"
      choices={REPORT_REASONS}
      failure={report.error ? errorText(report.error, errorTexts.reportWords).description : undefined}
      confirm="Report"
      busy={report.isPending && 'Reporting...'}
      onConfirm={(why) => report.mutate(why)}
      onClose={onClose}
    />
  )
}
