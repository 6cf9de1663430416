import type { LeaderboardType } from '@aura/api/calls/leaderboard'
import { formatShort, formatWhole } from '@aura/api/money'
import { Suspense, useDeferredValue, useState } from 'react'
import { Link } from 'wouter'
import { useFeatures } from '#lib/features-context'
import { useLiveAtOnce } from '#lib/live/use-live'
import { paths } from '#paths'
import { Skeleton } from '#ui/feedback/skeleton'
import { buttonClass } from '#ui/forms/button'
import { Segmented } from '#ui/forms/segmented'
import { boardParts } from './board-parts.tsx'
import { FindCreators } from './find-creators.tsx'
import { HowItCounts } from './how-it-counts.tsx'
import styles from './leaderboard.module.css'
import { LevelSystem } from './level-system.tsx'
import { Neighbours, YourPosition } from './position.tsx'
import { RankList } from './rank-list.tsx'
import { usePosition } from './use-ranking.ts'
import { useStats } from './use-stats.ts'

const TYPES: readonly { value: LeaderboardType; name: string }[] = [
  { value: 'all-time', name: 'All time' },
  { value: 'weekly', name: 'Weekly' },
  { value: 'monthly', name: 'Monthly' },
]

export default function LeaderboardScreen() {
  const [shown, setShown] = useState<string>('all-time')
  const boards = useFeatures().flatMap(({ boards = [] }) => boards)
  const entry = boards.find(({ value }) => value === shown)
  const board = entry && boardParts(entry)
  const type = TYPES.find(({ value }) => value === shown)?.value ?? 'all-time'
  const position = usePosition(type)
  useLiveAtOnce(`leaderboard:${type}`)
  // Phones show it below the list, so the list comes first.
  const isRailDue = useDeferredValue(true, false)
  return (
    <main className={`page ${styles.leaderboard}`}>
      <div className={styles.head}>
        <h1 className="h1">Leaderboard</h1>
        <Figures />
      </div>
      <div className={styles.columns}>
        <section aria-label="Ranking">
          <div className={styles.types}>
            <Segmented label="Period" items={[...TYPES, ...boards]} value={shown} onChange={setShown} />
          </div>
          {board ? (
            <Suspense fallback={<Skeleton className="h-14" />}>
              <board.List />
            </Suspense>
          ) : (
            <>
              <HowItCounts type={type} />
              <RankList key={type} type={type} />
            </>
          )}
        </section>
        <aside className={styles.rail} aria-label="You and others">
          {isRailDue && (
            <>
              {board ? (
                <Suspense fallback={<Skeleton className="h-14" />}>
                  <board.Position />
                </Suspense>
              ) : (
                <YourPosition position={position} />
              )}
              <FindCreators />
              {!board && <Neighbours position={position.data} />}
              <LevelSystem />
              <div className={styles.actions}>
                <Link className={buttonClass('primary', 48)} href={paths.home}>
                  Start Learning
                </Link>
                <Link className={buttonClass('secondary', 48)} href={paths.battles}>
                  Enter Battle
                </Link>
              </div>
            </>
          )}
        </aside>
      </div>
    </main>
  )
}

function Figures() {
  const { data } = useStats()
  const figure = (value: number | undefined, format: (value: number) => string) =>
    value === undefined ? '–' : format(value)
  return (
    <dl className={styles.figures}>
      <div>
        <dt>creators registered</dt>
        <dd className="num">{figure(data?.totalUsers, formatWhole)}</dd>
      </div>
      <div>
        <dt>total aura</dt>
        <dd className="num">{figure(data?.totalAura, formatShort)}</dd>
      </div>
      <div>
        <dt>average aura per creator</dt>
        <dd className="num">{figure(data?.averageAuraPerUser, formatShort)}</dd>
      </div>
    </dl>
  )
}
