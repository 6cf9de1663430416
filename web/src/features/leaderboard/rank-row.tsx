import type { RankedEntry } from '@aura/api/leaderboard'
import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { Crown, Medal } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { AuraRing } from '#aura/aura-ring.tsx'
import { LevelName } from '#aura/level-name.tsx'
import { paths } from '#paths'
import styles from './leaderboard.module.css'
import { nameStretch } from './rank-style.ts'
import { shortName } from './short-name.ts'

/** Somebody in the ranking. `share` of the first one's points is how far the line above is drawn. */
export function RankRow({ entry, share }: { entry: RankedEntry; share: number }) {
  const { rank, username, currentStreak, auraPoints, id } = entry
  const level = levelOfStreak(currentStreak)
  const name = shortName(username)
  const Mark = rank === 1 ? Crown : Medal
  const ring = { id, days: currentStreak, name: username, image: entry.profileImageUrl }
  return (
    <Link
      href={paths.user(id)}
      data-aura={level.key}
      data-rank={rank}
      className={`${styles.row} ${rank <= 3 ? styles.top : ''} ${rank === 1 ? styles.first : ''}`}
      style={{ '--share': `${(share * 100).toFixed(1)}%`, '--stretch': `${nameStretch(rank, name)}%` } as CSSProperties}
    >
      <span className={`num ${styles.rank}`}>{formatWhole(rank)}</span>
      <span className={styles.ringSmall}>
        <AuraRing {...ring} size={rank === 1 ? 64 : 52} />
      </span>
      <span className={styles.ringLarge}>
        <AuraRing {...ring} size={rank === 1 ? 108 : rank <= 3 ? 76 : 48} />
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
