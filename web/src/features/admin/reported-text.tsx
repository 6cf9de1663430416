import type { ReportedText, ReportReason } from '@aura/api/calls/moderation/reports'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { freshly } from '#lib/freshly'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import styles from './admin.module.css'
import { errorTexts } from './error-texts.ts'
import { ReasonDialog } from './reason-dialog.tsx'

const REASONS: Record<ReportReason, string> = { abuse: 'abuse', spam: 'spam', other: 'something else' }

export const reportedTexts = read('GET /api/admin/texts')

export function ReportedTextRow({ text: reported }: { text: ReportedText }) {
  const { kind, id, writer, text, reportedAs, writtenAt, reports, reasons } = reported
  const name = kind === 'comment' ? 'comment' : 'line'
  const place = placeOf(reported)
  const client = useQueryClient()
  const settled = () => client.invalidateQueries(reportedTexts)
  const times = useTimes()
  const [isOpen, setOpen] = useState(false)
  const remove = useWrite({
    send: (reason: string) =>
      freshly(() => request('POST /api/admin/texts/:kind/:id/remove', { params: { kind, id }, body: { reason } })),
    onSuccess: () => {
      setOpen(false)
      toast({
        title: kind === 'comment' ? 'Comment removed' : 'Line removed',
        description: 'It’s no longer visible to anybody.',
      })
      return settled()
    },
  })
  const keep = useWrite({
    send: () => freshly(() => request('POST /api/admin/texts/:kind/:id/keep', { params: { kind, id } })),
    onSuccess: settled,
    onError: (error) => toastFailure(error, errorTexts.moderate),
  })
  return (
    <li className={styles.battle}>
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <p>
          <Link href={paths.profileOf(writer.id)} className="font-strong underline-offset-4 hover:underline">
            {writer.username}
          </Link>{' '}
          <bdi>{text}</bdi>
        </p>
        {reportedAs.map((line) => (
          <p key={line} className="text-sm">
            Reported as: <bdi>{line}</bdi>
          </p>
        ))}
        <p className="text-sm text-ink-2">
          {reports === 1 ? '1 report' : `${reports} reports`}: {reasons.map((reason) => REASONS[reason]).join(', ')}.{' '}
          <Link href={place.path} className="underline underline-offset-4">
            {place.name}
          </Link>
          , {times.minute(writtenAt)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          kind="secondary"
          size={40}
          aria-label={`Keep the ${name} by ${writer.username}`}
          busy={keep.isPending && 'Keeping...'}
          onClick={() => keep.mutate()}
        >
          Keep
        </Button>
        <Button
          kind="danger"
          size={40}
          aria-label={`Remove the ${name} by ${writer.username}`}
          onClick={() => setOpen(true)}
        >
          Remove
        </Button>
      </div>
      {isOpen && (
        <ReasonDialog
          open
          onClose={() => setOpen(false)}
          title={`Remove this ${name}`}
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

/** Returns where the text stands. */
function placeOf({ kind, battleId, about }: ReportedText): { path: string; name: string } {
  if (about === null) return { path: paths.battle(battleId ?? ''), name: `Battle #${battleId?.slice(0, 8)}` }
  return { path: paths.user(about.id), name: `${kind === 'words' ? 'Vouch for' : 'Stands by'} ${about.username}` }
}
