import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query-client'
import styles from './trial-lesson.module.css'
import { TrialRing } from './trial-ring.tsx'

/** The ring a visitor lit, as it looked on the landing page, and what joining adds. */
export default function WaitingTrial() {
  const { data: lesson } = useQuery(read('GET /api/lessons/trial'))
  return (
    <figure className={styles.waiting}>
      <TrialRing auraPoints={lesson?.auraReward ?? 0} isLit />
      <figcaption className={`num ${styles.reward}`}>Day 1{lesson && `, +${lesson.auraReward} AP`}</figcaption>
    </figure>
  )
}
