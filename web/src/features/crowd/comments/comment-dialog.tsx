import type { ReportReason } from '@aura/api/calls/moderation/reports'
import { useQueryClient } from '@tanstack/react-query'
import { REPORT_REASONS } from '#features/moderation'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { freshly } from '#lib/freshly'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { ChoiceDialog } from '#ui/overlay/choice-dialog'
import { errorTexts } from '../error-texts.ts'
import { type Comment, commentsRead, ownRead } from './use-comments.ts'

interface CommentDialogProps {
  comment: Comment
  battleId: string
  canMute: boolean
  onClose: () => void
}

export default function CommentDialog({ comment, battleId, canMute, onClose }: CommentDialogProps) {
  const { id, author, text } = comment
  const client = useQueryClient()
  const report = useWrite({
    send: (reason: ReportReason) =>
      request('PUT /api/texts/:kind/:id/report', { params: { kind: 'comment', id }, body: { reason } }),
    onSuccess: () => {
      toast({ title: 'Reported', description: 'An admin will look at this comment.' })
      onClose()
    },
  })
  const mute = useWrite({
    send: () =>
      freshly(() => request('PUT /api/battles/:id/mutes/:userId', { params: { id: battleId, userId: author.id } })),
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
    <ChoiceDialog
      title={`Comment by ${author.username}`}
      quote={text}
      question="What is wrong with it?"
      choices={REPORT_REASONS}
      failure={failure?.description}
      otherAction={
        canMute ? (
          <Button kind="danger" busy={mute.isPending && 'Muting...'} onClick={() => mute.mutate()}>
            Mute for this battle
          </Button>
        ) : undefined
      }
      confirm="Report"
      busy={report.isPending && 'Reporting...'}
      onConfirm={(why) => report.mutate(why)}
      onClose={onClose}
    />
  )
}
