import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { read } from '#lib/query-client'
import { Badge } from '#ui/feedback/badge'
import { Button } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'
import styles from '../lessons.module.css'
import { reviewText } from './review-text.ts'

const ReviewDialog = lateDialog(() => import('./review-dialog.tsx'))

export function ReviewPanel() {
  const { data: review } = useQuery(read('GET /api/review'))
  const [isOpen, setOpen] = useState(false)
  if (!review || (review.knownPercent === null && review.state === 'none')) return null
  const canOpen = review.state === 'ready' || review.state === 'open'
  return (
    <section className={styles.review} aria-labelledby="review">
      <div className="grid gap-1">
        <h3 id="review" className="h3">
          Review
        </h3>
        <p className="text-ink-2">{reviewText(review)}</p>
      </div>
      {canOpen && (
        <Button kind="secondary" onClick={() => setOpen(true)}>
          {review.state === 'open' ? 'Continue Review' : 'Start Review'}
        </Button>
      )}
      {review.state === 'done' && (
        <Badge tone="ok">
          <Check size={14} aria-hidden="true" />
          Done today
        </Badge>
      )}
      <ReviewDialog purpose="day" open={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}
