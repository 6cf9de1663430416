import type { LeaderboardType, RankedEntry } from '@aura/api/calls/leaderboard'
import { type FocusEvent, memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '#lib/error-text'
import { useWide } from '#lib/use-wide'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button } from '#ui/forms/button'
import styles from './leaderboard.module.css'
import type { RankPages } from './rank-pages.ts'
import { RankRow } from './rank-row.tsx'
import { startOfRow } from './row-heights.ts'
import { type DrawnRow, useGliding } from './use-gliding.ts'
import { useIsWide } from './use-is-wide.ts'
import { useRanking } from './use-ranking.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

/** Width from which days stand beside the points. */
const WIDE_REM = 48
const PLACES = ['one', 'two', 'three', 'four', 'five', 'six']

/** A virtualised list. Moves are not announced. */
export function RankList({ type }: { type: LeaderboardType }) {
  // If the aside is below the list, endless scrolling would make it unreachable.
  const [isWanted, setWanted] = useState(false)
  const ranking = useRanking(type, useWide() || isWanted)
  const { pages, total, error, isPending, isFetching, isLoadingMore, moreError, retry, isCut, show } = ranking
  const list = useRef<HTMLOListElement>(null)
  const { from, to, heights, measure } = useRowsInSight(list, pages.count)
  const isWide = useIsWide(list, WIDE_REM)
  const focus = useFocusedRow(list, pages)
  const rows = rowsOf(pages, focus.index, { from, to }).map((row) => ({
    ...row,
    start: startOfRow(row.index, heights),
  }))
  useGliding(list, rows, { order: pages, sizes: heights })
  useEffect(() => show(from, to), [show, from, to])

  const best = pages.at(0)?.auraPoints ?? 0
  const isEmpty = pages.count === 0
  return (
    <>
      <ol
        ref={list}
        className={`${styles.list} ${isWide ? styles.wide : ''}`}
        style={{ height: startOfRow(pages.count, heights) }}
        aria-busy={isPending}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        {rows.map(({ id, index, start, entry }) => (
          <Place
            key={id}
            entry={entry}
            index={index}
            start={start}
            share={best === 0 ? 0 : entry.auraPoints / best}
            total={Math.max(total, pages.count)}
            isWide={isWide}
            measure={measure}
          />
        ))}
      </ol>
      {isPending && <RankSkeleton />}
      {!isPending && error && isEmpty && (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={retry} />
      )}
      {!isPending && !error && isEmpty && (
        <EmptyState title="Nobody is ranked yet">
          Complete the first lesson of this period to take first place.
        </EmptyState>
      )}
      {moreError && !isEmpty && (
        <LoadFailed text={errorText(moreError).description} isBusy={isLoadingMore} onRetry={retry} />
      )}
      {isCut && !isPending && !isEmpty && (
        <Button kind="secondary" size={48} onClick={() => setWanted(true)}>
          Show more
        </Button>
      )}
      <p role="status" className="py-4 text-sm text-ink-2">
        {isLoadingMore && 'Loading more'}
      </p>
    </>
  )
}

type Row = Omit<DrawnRow, 'start'> & { entry: RankedEntry }

function rowsOf(pages: RankPages<RankedEntry>, focused: number, { from, to }: { from: number; to: number }): Row[] {
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, nr) => from + nr)
  if (focused >= 0 && focused < from) indexes.unshift(focused)
  if (focused >= to) indexes.push(focused)
  // A user who moved during loading may be on two pages.
  const rows = new Map<string, Row>()
  for (const index of indexes) {
    const entry = pages.at(index)
    if (entry && !rows.has(entry.id)) rows.set(entry.id, { id: entry.id, index, entry })
  }
  return [...rows.values()]
}

/** Keeps the focused row mounted when out of view. If its user leaves, the row in its place gets the focus. */
function useFocusedRow(list: React.RefObject<HTMLElement | null>, pages: RankPages<RankedEntry>) {
  const [id, setId] = useState<string | null>(null)
  const near = useRef(-1)
  const index = id === null ? -1 : pages.indexOf(id, near.current)
  useLayoutEffect(() => {
    if (index >= 0) near.current = index
    if (id === null || index >= 0) return
    setId(null)
    if (document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-index="${near.current}"] a`)?.focus({ preventScroll: true })
  }, [id, index, list])
  const rowOf = ({ target }: FocusEvent) => target.closest<HTMLElement>('[data-id]')
  return {
    index,
    onFocus(event: FocusEvent) {
      const row = rowOf(event)
      near.current = Number(row?.dataset.index ?? -1)
      setId(row?.dataset.id ?? null)
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!list.current?.contains(relatedTarget as Node | null)) setId(null)
    },
  }
}

interface PlaceProps {
  entry: RankedEntry
  index: number
  start: number
  share: number
  total: number
  isWide: boolean
  measure: (row: HTMLElement | null) => (() => void) | undefined
}

const Place = memo(function Place({ entry, index, start, share, total, isWide, measure }: PlaceProps) {
  return (
    <li
      ref={measure}
      className={styles.place}
      data-id={entry.id}
      data-index={index}
      aria-posinset={entry.rank}
      aria-setsize={total}
      style={{ transform: `translateY(${start}px)` }}
    >
      <RankRow entry={entry} share={share} isWide={isWide} />
    </li>
  )
})
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
