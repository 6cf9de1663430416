import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query-client'
import styles from './trial-lesson.module.css'
import { TrialRing } from './trial-ring.tsx'

/**
 * The ring a visitor lit, and what joining adds. With an account's `id` it is that account's ring, whose line stands
 * elsewhere: from then on every picture of it agrees.
 */
export default function WaitingTrial({ id }: { id?: string }) {
  const { data: lesson } = useQuery(read('GET /api/lessons/trial'))
  return (
    <figure className={styles.waiting}>
      <TrialRing id={id} auraPoints={lesson?.auraReward ?? 0} isLit />
      <figcaption className={`num ${styles.reward}`}>Day 1{lesson && `, +${lesson.auraReward} AP`}</figcaption>
    </figure>
  )
}
