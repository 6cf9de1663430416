import type { ReportReason } from '@aura/api/calls/crowd'
import { useId, useState } from 'react'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { REPORT_REASONS } from '#lib/report-reasons'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { MessageLine } from '#ui/forms/field-frame'
import { RadioList } from '#ui/forms/radio-list'
import { Dialog, DialogActions, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { errorTexts } from './error-texts.ts'

export default function ReportWords({ id, text, onClose }: { id: string; text: string; onClose: () => void }) {
  const question = useId()
  const [selected, setSelected] = useState<number | null>(null)
  const reason = selected === null ? undefined : REPORT_REASONS[selected]?.[0]
  const report = useWrite({
    send: (why: ReportReason) => request('PUT /api/vouch/words/:id/report', { params: { id }, body: { reason: why } }),
    onSuccess: () => {
      toast({ title: 'Reported', description: 'An admin will look at these words.' })
      onClose()
    },
  })
  const failure = report.error && errorText(report.error, errorTexts.reportWords)
  return (
    <Dialog open onClose={onClose} phone="sheet" width="narrow">
      <DialogHeader title="Report words" />
      <DialogBody>
        <blockquote className="wrap-anywhere">
          <bdi>{text}</bdi>
        </blockquote>
        <p id={question} className="mt-5 mb-3 text-ink-2">
          What is wrong with it?
        </p>
        <RadioList
          labelledBy={question}
          options={REPORT_REASONS.map(([, name]) => name)}
          selected={selected}
          onSelect={setSelected}
          struck={[]}
          struckNote=""
        />
        <div role="alert">
          <MessageLine message={failure ? { tone: 'danger', text: failure.description } : null} />
        </div>
      </DialogBody>
      <DialogActions>
        <Button
          busy={report.isPending && 'Reporting...'}
          disabled={reason === undefined}
          onClick={() => reason && report.mutate(reason)}
        >
          Report
        </Button>
      </DialogActions>
    </Dialog>
  )
}
