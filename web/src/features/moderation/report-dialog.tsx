import type { PersonReportReason } from '@aura/api/calls/moderation'
import { MODERATION_RULES } from '@aura/api/rules/moderation'
import { cleanText } from '@aura/api/visible-text'
import { useId, useState } from 'react'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { TextArea } from '#ui/forms/field'
import { MessageLine } from '#ui/forms/field-frame'
import { RadioList } from '#ui/forms/radio-list'
import { Dialog, DialogActions, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { errorTexts } from './error-texts.ts'

const REASONS: readonly (readonly [PersonReportReason, string])[] = [
  ['scam', 'A scam, or fake battles and support'],
  ['impersonation', 'Pretends to be somebody else'],
  ['abuse', 'Insults, threats or hate'],
  ['spam', 'Spam'],
  ['other', 'Something else'],
]

/** Reports a person to the admins. */
export default function ReportDialog({ id, username, onClose }: { id: string; username: string; onClose: () => void }) {
  const question = useId()
  const [selected, setSelected] = useState<number | null>(null)
  const [text, setText] = useState('')
  const reason = selected === null ? undefined : REASONS[selected]?.[0]
  const report = useWrite({
    send: (why: PersonReportReason) =>
      request('PUT /api/users/:id/report', { params: { id }, body: { reason: why, text: cleanText(text) } }),
    onSuccess: () => {
      toast({ title: 'Reported', description: `An admin will look into it. ${username} isn’t told.` })
      onClose()
    },
  })
  const failure = report.error && errorText(report.error, errorTexts.report).description
  return (
    <Dialog open onClose={onClose} phone="sheet" width="narrow">
      <DialogHeader title={`Report ${username}`} />
      <DialogBody>
        <div className="grid gap-4">
          <p id={question}>What is wrong?</p>
          <RadioList
            labelledBy={question}
            options={REASONS.map(([, name]) => name)}
            selected={selected}
            onSelect={setSelected}
            struck={[]}
            struckNote=""
          />
          <TextArea
            label="What happened"
            optional
            rows={3}
            maxLength={MODERATION_RULES.textLength}
            value={text}
            onText={setText}
          />
          <div role="alert">
            <MessageLine message={failure ? { tone: 'danger', text: failure } : null} />
          </div>
        </div>
      </DialogBody>
      <DialogActions>
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
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
