import type { ReportReason } from '@aura/api/calls/crowd'
import { useQueryClient } from '@tanstack/react-query'
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
import { errorTexts } from '../error-texts.ts'
import styles from './lane.module.css'
import { type Comment, commentsRead, ownRead } from './use-comments.ts'

interface CommentDialogProps {
  comment: Comment
  battleId: string
  canMute: boolean
  onClose: () => void
}

/** Report or mute, for somebody else's comment. */
export default function CommentDialog({ comment, battleId, canMute, onClose }: CommentDialogProps) {
  const { id, author, text } = comment
  const client = useQueryClient()
  const question = useId()
  const [selected, setSelected] = useState<number | null>(null)
  const reason = selected === null ? undefined : REPORT_REASONS[selected]?.[0]
  const report = useWrite({
    send: (why: ReportReason) => request('PUT /api/comments/:id/report', { params: { id }, body: { reason: why } }),
    onSuccess: () => {
      toast({ title: 'Reported', description: 'An admin will look at this comment.' })
      onClose()
    },
  })
  const mute = useWrite({
    send: () => request('PUT /api/battles/:id/mutes/:userId', { params: { id: battleId, userId: author.id } }),
    onSuccess: () => {
      toast({ title: `${author.username} is muted`, description: 'Nobody sees their comments on this battle.' })
      onClose()
      return Promise.all([
        client.invalidateQueries(ownRead(battleId)),
        client.invalidateQueries(commentsRead(battleId)),
      ])
    },
  })
  const failure =
    (report.error && errorText(report.error, errorTexts.report)) ??
    (mute.error && errorText(mute.error, errorTexts.mute))
  return (
    <Dialog open onClose={onClose} phone="sheet" width="narrow">
      <DialogHeader title={`Comment by ${author.username}`} />
      <DialogBody>
        <blockquote className={styles.quote}>
          <bdi>{text}</bdi>
        </blockquote>
        <p id={question} className={styles.question}>
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
        {canMute && (
          <Button kind="danger" busy={mute.isPending && 'Muting...'} onClick={() => mute.mutate()}>
            Mute for this battle
          </Button>
        )}
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
