import type { Answer } from '@aura/api/calls'
import type { RankedEntry } from '@aura/api/calls/leaderboard'
import { formatWhole } from '@aura/api/money'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { useCurrentUser } from '#features/auth'
import { errorText } from '#lib/error-text'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import styles from './leaderboard.module.css'
import { shortName } from './short-name.ts'

type Position = Answer<'GET /api/leaderboard/me'>

/** Sticks above the tabs on a phone. */
export function YourPosition({
  position: { data, error, isPending, isFetching, refetch },
}: {
  position: UseQueryResult<Position>
}) {
  const user = useCurrentUser()
  return (
    <section className={styles.me} aria-labelledby="your-position">
      <h2 id="your-position">Your Position</h2>
      {data && (
        <div className={styles.mine}>
          <PersonRing person={user} size={56} />
          <span className={`num ${styles.myRank}`} data-long={data.rank >= 100_000 || undefined}>
            {formatWhole(data.rank)}
          </span>
          <p className={styles.myPoints}>
            <b className="num">{formatWhole(data.auraPoints)} AP</b>
            <span>
              {formatWhole(data.currentStreak)} {data.currentStreak === 1 ? 'day' : 'days'}
            </span>
          </p>
        </div>
      )}
      {isPending && <Skeleton className="h-14" />}
      {error && !data && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

export function Neighbours({ position }: { position: Position | undefined }) {
  const user = useCurrentUser()
  if (!position || position.above.length + position.below.length === 0) return null
  const me = { id: user.id, username: user.username, rank: position.rank, auraPoints: position.auraPoints }
  return (
    <section className={styles.around} aria-labelledby="around-you">
      <h2 id="around-you">Around you</h2>
      <ol>
        {position.above.map((entry) => (
          <Neighbour key={entry.id} entry={entry} />
        ))}
        <Neighbour entry={me} isMe />
        {position.below.map((entry) => (
          <Neighbour key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

type Shown = Pick<RankedEntry, 'id' | 'username' | 'rank' | 'auraPoints'>

function Neighbour({ entry, isMe = false }: { entry: Shown; isMe?: boolean }) {
  return (
    <li value={entry.rank} aria-current={isMe || undefined}>
      <Link href={paths.user(entry.id)}>
        <span className={`num ${styles.at}`}>{formatWhole(entry.rank)}</span>
        <span className={styles.other}>{isMe ? entry.username : shortName(entry.username)}</span>
        <span className={`num ${styles.amount}`}>{formatWhole(entry.auraPoints)}</span>
      </Link>
    </li>
  )
}
