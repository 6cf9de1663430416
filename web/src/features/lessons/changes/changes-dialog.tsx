import type { MonthOfChanges } from '@aura/api/calls/lessons/changes'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useRef } from 'react'
import { Link } from 'wouter'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { calendarFormat } from '#lib/time/times'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'
import { Dialog, DialogClose, DialogTitle } from '#ui/overlay/dialog'
import { errorTexts } from '../error-texts.ts'
import styles from '../lesson-dialog.module.css'
import { changesNote, changesTitle } from './changes-text.ts'

interface ChangesDialogProps {
  month: MonthOfChanges
  open?: boolean
  onClose: () => void
  /** Leads to the month's questions. */
  onAsk: () => void
}

const dayText = calendarFormat({ day: 'numeric', month: 'long' })

/** A month's changes: what the lessons said, what holds, the source, and the place. */
export default function ChangesDialog({ month, open = true, onClose, onAsk }: ChangesDialogProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const query = { for: 'changes', month: month.month } as const
  const { data: review, error } = useQuery(read('GET /api/review', undefined, query))
  const markRead = useWrite({ send: () => request('POST /api/review/start', { query }), onSuccess: onClose })
  const failure = error ?? markRead.error
  const asks = review !== undefined && review.state !== 'done' && review.due > 0
  const isUnread = review?.state === 'ready'
  return (
    <Dialog open={open} onClose={onClose} phone="full" className={styles.column ?? ''} initialFocus={heading}>
      <header className={styles.header}>
        <div className={styles.meta}>
          <span>{changesNote(month)}</span>
        </div>
        <DialogClose className={styles.close ?? ''} />
        <DialogTitle className={styles.title ?? ''}>{changesTitle(month)}</DialogTitle>
      </header>
      {/* Scrollable regions must be focusable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={styles.body} tabIndex={0} aria-label="Changes">
        <h3 ref={heading} tabIndex={-1} className="sr-only">
          Changes
        </h3>
        <ul className="grid grid-cols-1 gap-6 wrap-anywhere">
          {month.changes.map((change) => (
            <li key={`${change.lessonId} ${change.on} ${change.was}`} className="grid gap-2">
              <h4 className="h3">
                <Link href={`${paths.lesson(change.lessonId)}?paragraph=${change.paragraph}`} className="text-link">
                  {change.lessonTitle}
                </Link>
              </h4>
              <p className="text-ink-2">
                <b>Before:</b> {change.was}
              </p>
              <p>
                <b>Now:</b> {change.now}
              </p>
              <p className="text-ink-2 text-sm">
                {dayText(change.on)}
                {change.isClaimed && ', a lesson of yours'}. <SourceLink source={change.source} />
              </p>
            </li>
          ))}
        </ul>
        {failure && (
          <Notice tone="danger" title={errorText(failure, errorTexts.review).title}>
            {errorText(failure, errorTexts.review).description}
          </Notice>
        )}
      </section>
      <div className={styles.footer}>
        {asks ? (
          <Fragment>
            <p className={styles.hint}>They count as reviews of these questions, and pay nothing.</p>
            <Button className={styles.action ?? ''} onClick={onAsk}>
              {review.due === 1 ? 'Answer One Question' : `Answer ${review.due} Questions`}
            </Button>
          </Fragment>
        ) : (
          <Button
            className={styles.action ?? ''}
            busy={markRead.isPending && 'Saving...'}
            onClick={() => (isUnread ? markRead.mutate() : onClose())}
          >
            {isUnread ? 'Mark as Read' : 'Done'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function SourceLink({ source: { title, url } }: Pick<MonthOfChanges['changes'][number], 'source'>) {
  if (!url.startsWith('https://')) return title
  return (
    <a className="underline underline-offset-4 hover:text-ink" href={url} target="_blank" rel="noreferrer">
      {title}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
