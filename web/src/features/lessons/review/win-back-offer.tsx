import { WIN_BACK } from '@aura/api/rules/streak'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStreakCalendar, winBackText } from '#features/streak'
import { read } from '#lib/query-client'
import { Button } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'
import styles from '../lessons.module.css'
import { winBackTerms } from './review-text.ts'

const ReviewDialog = lateDialog(() => import('./review-dialog.tsx'))

/** Offers to win a broken streak back. Stays while its review is open, to show how it ended. */
export function WinBackOffer() {
  const calendar = useStreakCalendar()
  const [isOpen, setOpen] = useState(false)
  const winBack = calendar?.winBack ?? null
  const { data: review } = useQuery({
    ...read('GET /api/review', undefined, { for: 'streak' }),
    enabled: winBack !== null,
  })
  return (
    <>
      {calendar && winBack && review && (
        <section className={styles.review} aria-labelledby="win-back">
          <div className="grid gap-1">
            <h3 id="win-back" className="h3">
              {winBackText(calendar)}
            </h3>
            <p className="text-ink-2">{winBackTerms(review, winBack)}</p>
          </div>
          {(review.state === 'ready' || review.state === 'open') && (
            <Button kind="secondary" onClick={() => setOpen(true)}>
              {review.state === 'open'
                ? 'Continue Review'
                : `Answer ${Math.min(review.due, WIN_BACK.questions)} Questions`}
            </Button>
          )}
        </section>
      )}
      <ReviewDialog purpose="streak" open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
