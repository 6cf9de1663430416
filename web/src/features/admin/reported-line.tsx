import type { ReportReason } from '@aura/api/calls/crowd'
import { useState } from 'react'
import { Link } from 'wouter'
import { errorText } from '#lib/error-text'
import { freshly } from '#lib/freshly'
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

interface ReportedLineProps {
  writer: { id: string; username: string }
  text: string
  writtenAt: string
  reports: number
  reasons: readonly ReportReason[]
  /** Noun as in "Remove this comment". */
  name: string
  place: { path: string; name: string }
  keep: () => Promise<unknown>
  remove: (reason: string) => Promise<unknown>
  onSettled: () => Promise<unknown>
}

export function ReportedLine({ writer, text, writtenAt, reports, reasons, name, place, ...act }: ReportedLineProps) {
  const times = useTimes()
  const [isOpen, setOpen] = useState(false)
  const remove = useWrite({
    send: (reason: string) => freshly(() => act.remove(reason)),
    onSuccess: () => {
      setOpen(false)
      toast({
        title: `${name.charAt(0).toUpperCase()}${name.slice(1)} removed`,
        description: 'It’s no longer visible to anybody.',
      })
      return act.onSettled()
    },
  })
  const keep = useWrite({
    send: () => freshly(() => act.keep()),
    onSuccess: act.onSettled,
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
