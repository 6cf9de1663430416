import type { Answer } from '@aura/api/calls'
import type { RankedEntry } from '@aura/api/calls/leaderboard'
import { formatWhole } from '@aura/api/money'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { useCurrentUser } from '#features/auth'
import { errorText } from '#lib/error-text'
import { JUST_READ_MS, read } from '#lib/query-client'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import type { Board } from './board.ts'
import styles from './leaderboard.module.css'

type Position = Answer<'GET /api/leaderboard/me'>

export const YourPosition = ({ position }: { position: UseQueryResult<Position> }) => (
  <PositionCard
    reads={[position]}
    position={
      position.data && {
        rank: formatWhole(position.data.rank),
        points: `${formatWhole(position.data.auraPoints)} AP`,
        streak: position.data.currentStreak,
      }
    }
  />
)

const LISTED = 100

/** Reads a board and the profile that has the user's points on it. Both are read again when it opens. */
export const useBoardReads = (board: Board, userId: string) => ({
  ranking: useQuery(board.ranking),
  profile: useQuery({ ...read('GET /api/users/:id', { id: userId }), staleTime: JUST_READ_MS }),
})

/** The position on another feature's board, of which mostly only the first people are known. */
export function BoardPosition({ board }: { board: Board }) {
  const user = useCurrentUser()
  const { ranking, profile } = useBoardReads(board, user.id)
  const mine = ranking.data?.find(({ person }) => person.id === user.id)
  const isFull = !board.ownPlace && (ranking.data?.length ?? 0) >= LISTED
  const place = (profile.data && board.ownPlace?.(profile.data)) ?? mine?.rank
  return (
    <PositionCard
      reads={[ranking, profile]}
      position={
        ranking.data &&
        profile.data && {
          rank: place ? formatWhole(place) : isFull ? `${LISTED}+` : '–',
          note: place || isFull ? undefined : 'Not ranked yet',
          points: board.ownPoints(profile.data),
          streak: user.currentStreak,
        }
      }
    />
  )
}

interface PositionCardProps {
  reads: readonly Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>[]
  position: { rank: string; note?: string | undefined; points: string; streak: number } | undefined
}

const LONG = 7

/** Sticks above the tabs on a phone. */
function PositionCard({ reads, position }: PositionCardProps) {
  const user = useCurrentUser()
  const failed = reads.find(({ data, error }) => error && !data)
  return (
    <section className={styles.me} aria-labelledby="your-position">
      <h2 id="your-position">Your Position</h2>
      {position ? (
        <div className={styles.mine}>
          <PersonRing person={user} size={56} />
          <span className={`num ${styles.myRank}`} data-long={position.rank.length >= LONG || undefined}>
            {position.rank}
          </span>
          <p className={styles.myPoints}>
            <b className="num">{position.points}</b>
            <span>
              {position.note && `${position.note}, `}
              {formatWhole(position.streak)} {position.streak === 1 ? 'day' : 'days'}
            </span>
          </p>
        </div>
      ) : failed ? (
        <PartFailed
          text={errorText(failed.error).description}
          isBusy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <Skeleton className="h-14" />
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
        <span className={styles.other}>{entry.username}</span>
        <span className={`num ${styles.amount}`}>{formatWhole(entry.auraPoints)}</span>
      </Link>
    </li>
  )
}
