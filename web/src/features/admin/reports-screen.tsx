import type { ReportReason } from '@aura/api/calls/crowd'
import type { ReportedComment } from '@aura/api/calls/moderation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { freshly } from '#features/auth'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import styles from './admin.module.css'
import { AdminFrame } from './admin-frame.tsx'
import { errorTexts } from './error-texts.ts'
import { Proposals } from './proposals.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { ReportedPeople } from './reported-people.tsx'

const reported = read('GET /api/admin/comments')

const REASONS: Record<ReportReason, string> = { abuse: 'abuse', spam: 'spam', other: 'something else' }

/** Reported people and comments, the longest waiting first. */
export default function ReportsScreen() {
  const { data, error, isFetching, refetch } = useQuery({ ...reported, staleTime: 0 })
  return (
    <AdminFrame title="Reports">
      <Proposals />
      <h2 className="mt-6 mb-2 font-strong">People</h2>
      <ReportedPeople />
      <h2 className="mt-8 mb-2 font-strong">Comments</h2>
      {data && data.length > 0 && (
        <ul className="divide-y divide-line" aria-label="Reported comments">
          {data.map((comment) => (
            <CommentRow key={comment.id} comment={comment} />
          ))}
        </ul>
      )}
      {data?.length === 0 && (
        <EmptyState title="No reported comments">Reports from battles wait here for a decision.</EmptyState>
      )}
      {error && !data && (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!(data || error) && (
        <p className="py-8 text-ink-2" role="status">
          Loading reports...
        </p>
      )}
    </AdminFrame>
  )
}

function CommentRow({
  comment: { id, battleId, author, text, writtenAt, reports, reasons },
}: {
  comment: ReportedComment
}) {
  const client = useQueryClient()
  const times = useTimes()
  const [isOpen, setOpen] = useState(false)
  const remove = useWrite({
    send: (reason: string) =>
      freshly(() => request('POST /api/admin/comments/:id/remove', { params: { id }, body: { reason } })),
    onSuccess: () => {
      setOpen(false)
      toast({ title: 'Comment removed', description: 'Nobody sees it any more.' })
      return client.invalidateQueries(reported)
    },
  })
  const keep = useWrite({
    send: () => freshly(() => request('POST /api/admin/comments/:id/keep', { params: { id } })),
    onSuccess: () => client.invalidateQueries(reported),
    onError: (error) => toast({ ...errorText(error, errorTexts.moderate), kind: 'destructive' }),
  })
  return (
    <li className={styles.battle}>
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <p>
          <Link href={paths.profileOf(author.id)} className="font-strong underline-offset-4 hover:underline">
            {author.username}
          </Link>{' '}
          <bdi>{text}</bdi>
        </p>
        <p className="text-sm text-ink-2">
          {reports === 1 ? '1 report' : `${reports} reports`}: {reasons.map((reason) => REASONS[reason]).join(', ')}.{' '}
          <Link href={paths.battle(battleId)} className="underline underline-offset-4">
            Battle #{battleId.slice(0, 8)}
          </Link>
          , {times.minute(writtenAt)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          kind="secondary"
          size={40}
          aria-label={`Keep the comment by ${author.username}`}
          busy={keep.isPending && 'Keeping...'}
          onClick={() => keep.mutate()}
        >
          Keep
        </Button>
        <Button
          kind="danger"
          size={40}
          aria-label={`Remove the comment by ${author.username}`}
          onClick={() => setOpen(true)}
        >
          Remove
        </Button>
      </div>
      {isOpen && (
        <ReasonDialog
          open
          onClose={() => setOpen(false)}
          title="Remove this comment"
          confirm="Remove"
          destructive
          busy={remove.isPending ? 'Removing...' : undefined}
          error={remove.error ? errorText(remove.error, errorTexts.moderate).description : undefined}
          onConfirm={(reason) => remove.mutate(reason)}
        >
          Hides it from everybody. Its author is told the reason, and the admin log keeps it.
        </ReasonDialog>
      )}
    </li>
  )
}
