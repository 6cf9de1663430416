import type { RankedEntry } from '@aura/api/calls/leaderboard'
import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { Crown, Medal } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { AuraRing } from '#aura/aura-ring.tsx'
import { LevelName } from '#aura/level-name.tsx'
import { paths } from '#paths'
import styles from './leaderboard.module.css'
import { rankedNameFit } from './ranked-name-fit.ts'
import { kindOfRow } from './row-heights.ts'
import { shortName } from './short-name.ts'

interface RankRowProps {
  entry: RankedEntry
  /** Share of the leader's points, drawn as the line above. */
  share: number
  isWide: boolean
}

const RING_PX = { wide: [108, 76, 48], narrow: [64, 52, 52] }

export function RankRow({ entry, share, isWide }: RankRowProps) {
  const { rank, username, currentStreak, auraPoints, id } = entry
  const level = levelOfStreak(currentStreak)
  const name = shortName(username)
  const Mark = rank === 1 ? Crown : Medal
  const { stretch, em } = rankedNameFit(rank, name)
  const size = RING_PX[isWide ? 'wide' : 'narrow'][kindOfRow(rank - 1)] as number
  return (
    <Link
      href={paths.user(id)}
      data-aura={level.key}
      data-rank={rank}
      className={`${styles.row} ${rank <= 3 ? styles.top : ''} ${rank === 1 ? styles.first : ''}`}
      style={{ '--share': `${(share * 100).toFixed(1)}%`, '--stretch': `${stretch}%`, '--em': em } as CSSProperties}
    >
      <span className={`num ${styles.rank}`}>{formatWhole(rank)}</span>
      <span className={styles.ring}>
        <AuraRing id={id} days={currentStreak} name={username} size={size} image={entry.profileImageUrl} />
      </span>
      <span className={styles.who}>
        <span className={`display ${styles.name}`} title={name === username ? undefined : username}>
          <b>{name}</b>
          {rank <= 3 && (
            <span className={styles.mark}>
              <Mark size={20} strokeWidth={1.75} role="img" aria-label={rank === 1 ? 'Crown' : 'Medal'} />
            </span>
          )}
        </span>
        <LevelName days={currentStreak} />
      </span>
      <span className={styles.days}>
        <span className={`num ${styles.dayCount}`}>{formatWhole(currentStreak)}</span>{' '}
        {currentStreak === 1 ? 'day' : 'days'}
      </span>
      <span className={styles.points}>
        <span className={`num ${styles.pointCount}`}>{formatWhole(auraPoints)}</span>{' '}
        <span className={styles.unit}>AP</span>
      </span>
    </Link>
  )
}
