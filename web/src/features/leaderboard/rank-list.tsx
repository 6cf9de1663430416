import type { LeaderboardType } from '@aura/api/leaderboard'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '#lib/error-text'
import { EmptyState } from '#ui/empty-state'
import { LoadFailed } from '#ui/load-failed'
import { Skeleton } from '#ui/skeleton'
import styles from './leaderboard.module.css'
import { RankRow } from './rank-row.tsx'
import { useRanking } from './use-ranking.ts'

/** Rows beyond the window that are there already, and how near to the end of what is there the next page is asked for. */
const OVERSCAN = 8
const AHEAD = 30
const ROW_HEIGHTS = [140, 98, 98]
const ROW_HEIGHT = 67
const PLACES = ['one', 'two', 'three', 'four', 'five', 'six']

/** The ranking, however long: only the rows in sight are in the page. */
export function RankList({ type }: { type: LeaderboardType }) {
  const { entries, total, error, isPending, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useRanking(type)
  const list = useRef<HTMLOListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) => ROW_HEIGHTS[index] ?? ROW_HEIGHT,
    getItemKey: (index) => entries[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= entries.length - AHEAD) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, last, entries.length, fetchNextPage])

  const best = entries[0]?.auraPoints ?? 0
  return (
    <>
      <ol ref={list} className={styles.list} style={{ height: virtual.getTotalSize() }} aria-busy={isPending}>
        {items.map(({ index, key, start }) => {
          const entry = entries[index]
          return (
            entry && (
              <li
                key={key}
                ref={virtual.measureElement}
                className={styles.place}
                data-index={index}
                aria-posinset={entry.rank}
                aria-setsize={Math.max(total, entries.length)}
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <RankRow entry={entry} share={best === 0 ? 0 : entry.auraPoints / best} />
              </li>
            )
          )
        })}
      </ol>
      {isPending && <RankSkeleton />}
      {!isPending && error && entries.length === 0 && (
        <LoadFailed text={errorText(error, 'read').description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!isPending && !error && entries.length === 0 && (
        <EmptyState title="Nobody is ranked yet">The first lesson of the period takes the first place.</EmptyState>
      )}
      <p role="status" className="py-4 text-sm text-ink-2">
        {isFetchingNextPage && 'Loading more'}
      </p>
    </>
  )
}

function RankSkeleton() {
  return (
    <div>
      <p className="sr-only">Loading the ranking</p>
      {PLACES.map((place) => (
        <div key={place} className="flex items-center gap-4 border-t border-line py-3">
          <Skeleton className="h-6 w-5" />
          <Skeleton className="size-12 rounded-round" />
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="ml-auto h-6 w-20" />
        </div>
      ))}
    </div>
  )
}
