import { useQuery } from '@tanstack/react-query'
import type { AfterRoundsProps } from '#features/battles'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import styles from './rating.module.css'
import { changeText, unratedText } from './rating-text.ts'

/** What a battle of rounds did to the ratings of its two people. */
export default function RoundsRating({ battle, sides, viewerId }: AfterRoundsProps) {
  const isOver = battle.status === 'completed'
  const { data, error, isFetching, refetch } = useQuery({
    ...read('GET /api/battles/:id/rating', { id: battle.id }),
    enabled: isOver,
  })
  if (!isOver) return null
  if (!data && error)
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-14" />
  if (data.state === 'unrated') return null
  const isMine = viewerId === battle.challengerId || viewerId === battle.opponentId
  const unrated = unratedText(data.state, { isMine })
  if (unrated) return <p className="text-center text-ink-2">{unrated}</p>
  const rated = [data.challenger, data.opponent]
  return (
    <section aria-labelledby="rating">
      <h2 id="rating" className="h3 text-center">
        Rating
      </h2>
      <dl className={styles.changes}>
        {sides.map(({ person, name }, at) => {
          const side = rated[at]
          return (
            side && (
              <div key={person.id}>
                <dt>{name}</dt>
                <dd className="num">{changeText(side)}</dd>
              </div>
            )
          )
        })}
      </dl>
    </section>
  )
}
