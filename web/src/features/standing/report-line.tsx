import type { ReportReason } from '@aura/api/calls/crowd'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { REPORT_REASONS } from '#lib/report-reasons'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { ChoiceDialog } from '#ui/overlay/choice-dialog'
import { errorTexts } from './error-texts.ts'

interface ReportLineProps {
  giverId: string
  receiverId: string
  line: string
  onClose: () => void
}

export default function ReportLine({ giverId, receiverId, line, onClose }: ReportLineProps) {
  const report = useWrite({
    send: (reason: ReportReason) =>
      request('PUT /api/users/:id/places/:giverId/report', { params: { id: receiverId, giverId }, body: { reason } }),
    onSuccess: () => {
      toast({ title: 'Reported', description: 'An admin will look at this line.' })
      onClose()
    },
  })
  return (
    <ChoiceDialog
      title="Report a line"
      quote={line}
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
