import type { Answer } from '@aura/api/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { Button } from '#ui/forms/button'
import { errorTexts } from '../shared/error-texts.ts'
import styles from './rounds.module.css'

/** Offers what a viewer of a battle answered wrong as review cards. */
export function MissedInBattle({ battleId }: { battleId: string }) {
  const params = { id: battleId }
  const { data: missed } = useQuery(read('GET /api/battles/:id/rounds/missed', params))
  if (!missed) return null
  return <Missed missed={missed} send={() => request('POST /api/battles/:id/rounds/missed', { params })} />
}

/** `send` makes review cards of what was missed; the reviews are read again then. */
export function useReviewMissed(send: () => Promise<{ cards: number }>) {
  const client = useQueryClient()
  return useWrite({
    send,
    onSuccess: () => {
      void client.invalidateQueries(read('GET /api/review'))
      void client.invalidateQueries(read('GET /api/review', undefined, { for: 'streak' }))
    },
    onError: (error) => toastFailure(error, errorTexts.reviewMissed),
  })
}

interface MissedProps {
  missed: Answer<'GET /api/battles/:id/rounds/missed'>
  send: () => Promise<{ cards: number }>
}

/** Offers what somebody answered wrong as review cards. Shows nothing to those who missed nothing. */
export function Missed({ missed, send }: MissedProps) {
  const review = useReviewMissed(send)
  if (missed.length === 0) return null
  const canReview = missed.some((one) => one.canReview)
  return (
    <section className={styles.missed} aria-labelledby="missed">
      <h2 id="missed" className="h3">
        You missed {missed.length}
      </h2>
      <ul>
        {missed.map(({ number, lessonId, lessonTitle, canReview }) => (
          <li key={number}>
            <Link href={paths.lesson(lessonId)} className="text-link">
              {lessonTitle}
            </Link>
            {!canReview && <small> Learn it first to have it reviewed.</small>}
          </li>
        ))}
      </ul>
      {canReview && !review.data && (
        <Button kind="secondary" size={48} busy={review.isPending && 'Adding...'} onClick={() => review.mutate()}>
          Add to my next review
        </Button>
      )}
      <p role="status">
        {review.data &&
          (review.data.cards === 1
            ? 'One card comes back in your next review.'
            : `${review.data.cards} cards come back in your next review.`)}
      </p>
    </section>
  )
}
