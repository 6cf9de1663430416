import type { LeaderboardEntry } from '@aura/api/calls/leaderboard'
import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { Crown, Medal } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { AuraRing } from '#aura/aura-ring.tsx'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button } from '#ui/forms/button'
import { rankedNameFit } from './ranked-name-fit.ts'
import styles from './rankings.module.css'

const SHOWN = 5
const REFRESH_MS = 60_000
const PLACES = ['one', 'two', 'three', 'four', 'five']

export function Rankings({ onStart }: { onStart: () => void }) {
  const { data, error, isPending, refetch } = useQuery({ ...read('GET /api/leaderboard'), refetchInterval: REFRESH_MS })
  if (isPending) return <RankingsSkeleton />
  if (!data) {
    return (
      <EmptyState
        title="The rankings didn’t load"
        action={
          <Button kind="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {errorText(error).description}
      </EmptyState>
    )
  }
  if (data.length === 0) {
    return <EmptyState title="Be the first to go aura" action={<Button onClick={onStart}>Start building</Button>} />
  }
  return (
    <ol className={styles.list}>
      {data.slice(0, SHOWN).map((entry, i) => (
        <RankRow key={entry.id} entry={entry} rank={i + 1} />
      ))}
    </ol>
  )
}

function RankRow({ entry, rank }: { entry: LeaderboardEntry; rank: number }) {
  const name = entry.username || 'Aura Creator'
  const ring = { id: entry.id, days: entry.currentStreak, name, image: entry.profileImageUrl }
  const Mark = rank === 1 ? Crown : Medal
  const { stretch, em } = rankedNameFit(rank, name)
  return (
    <li
      data-aura={levelOfStreak(entry.currentStreak).key}
      className={`${styles.row} ${rank <= 3 ? styles.top : ''} ${rank === 1 ? styles.first : ''}`}
    >
      <span className={`num ${styles.position}`}>{rank}</span>
      <span className={styles.ringSmall}>
        <AuraRing {...ring} size={rank === 1 ? 60 : 48} />
      </span>
      <span className={styles.ringLarge}>
        <AuraRing {...ring} size={rank === 1 ? 112 : rank <= 3 ? 76 : 52} />
      </span>
      <span className={styles.who}>
        <span className={`display ${styles.name}`} style={{ '--stretch': `${stretch}%`, '--em': em } as CSSProperties}>
          <Link href={paths.user(entry.id)} className={styles.link} title={name}>
            {name}
          </Link>
          {rank <= 3 && (
            <span className={styles.mark}>
              <Mark size={20} aria-hidden="true" />
            </span>
          )}
        </span>
        <span className="text-sm text-ink-2">
          {formatWhole(entry.totalBattlesWon)} {entry.totalBattlesWon === 1 ? 'battle' : 'battles'} won
        </span>
      </span>
      <span className={`num ${styles.days}`}>
        {formatWhole(entry.currentStreak)}
        <span className={styles.unit}> {entry.currentStreak === 1 ? 'day' : 'days'}</span>
      </span>
      <span className={`num ${styles.points}`}>
        {formatWhole(entry.auraPoints)}
        <span className={styles.unit}> AP</span>
      </span>
    </li>
  )
}

function RankingsSkeleton() {
  return (
    <div className={styles.list} aria-busy="true">
      <p className="sr-only">Loading the rankings</p>
      {PLACES.map((place) => (
        <div key={place} className={styles.row}>
          <Skeleton className="h-6 w-5" />
          <Skeleton className="size-12 rounded-round" />
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-6 w-16 justify-self-end" />
        </div>
      ))}
    </div>
  )
}
