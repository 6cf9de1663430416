import type { LeaderboardType, RankedEntry } from '@aura/api/calls/leaderboard'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { usePollingMs } from '#lib/live/use-live'
import { JUST_READ_MS, read } from '#lib/query-client'
import { type RankPages, rankPages } from './rank-pages.ts'
import { askPage, firstRead, inSightKey, oldestInSightMs, refreshPages, restKey } from './ranking-cache.ts'

const REFRESH_MS = 5_000

export interface Ranking {
  pages: RankPages<RankedEntry>
  total: number
  error: Error | null
  isPending: boolean
  isFetching: boolean
  isLoadingMore: boolean
  moreError: Error | null
  retry: () => void
  isCut: boolean
  /** Reports the rows in sight: they are kept fresh, and an endless list loads more near its end. */
  show: (from: number, to: number) => void
}

/** Rows before the end at which the next page loads. */
const AHEAD = 30

/** Returns the ranking as far as it was scrolled. The stream sends the first page; others in sight are reloaded. */
export function useRanking(type: LeaderboardType, isEndless: boolean): Ranking {
  const client = useQueryClient()
  const pollingMs = usePollingMs(REFRESH_MS)
  const first = useQuery({
    ...firstRead(type),
    staleTime: JUST_READ_MS,
    refetchInterval: pollingMs,
  })
  const rest = useInfiniteQuery({
    queryKey: restKey(type),
    queryFn: ({ pageParam, signal }) => askPage(type, pageParam, signal),
    initialPageParam: first.data?.next ?? '',
    getNextPageParam: ({ next }) => next,
    enabled: false,
  })
  const inSight = useRef<readonly [number, number]>([0, 0])
  const refreshing = useQuery({
    queryKey: inSightKey(type),
    queryFn: ({ signal }) => refreshPages(client, type, inSight.current, signal),
    initialData: 0,
    refetchInterval: pollingMs,
  })

  const pages = useMemo(
    () => rankPages([first.data?.entries ?? [], ...(rest.data?.pages ?? []).map(({ entries }) => entries)]),
    [first.data, rest.data],
  )
  const hasMore = rest.data && rest.data.pages.length > 0 ? rest.hasNextPage : first.data?.next != null
  const isBusy = rest.isFetching || refreshing.isFetching
  const { fetchNextPage, isError: isMoreFailed } = rest
  const { refetch: refresh, errorUpdatedAt: failedAtMs } = refreshing
  const show = useCallback(
    (from: number, to: number) => {
      inSight.current = [from, to]
      if (isBusy) return
      // After a failure, wait for the next scroll or signal.
      const mayRefresh = Date.now() - failedAtMs > REFRESH_MS
      const isOld = oldestInSightMs(client, type, inSight.current) < Date.now() - REFRESH_MS
      if (mayRefresh && isOld) void refresh()
      else if (isEndless && hasMore && !isMoreFailed && to >= pages.count - AHEAD) void fetchNextPage()
    },
    [client, type, isEndless, isBusy, refresh, failedAtMs, hasMore, isMoreFailed, pages, fetchNextPage],
  )
  return {
    pages,
    total: first.data?.total ?? 0,
    error: first.error,
    isPending: first.isPending,
    isFetching: first.isFetching,
    isLoadingMore: rest.isFetching,
    moreError: rest.error,
    isCut: hasMore && !isEndless,
    retry: () => void (pages.count === 0 ? first.refetch() : fetchNextPage()),
    show,
  }
}

/** The live stream signals when to reload. */
export function usePosition(type: LeaderboardType) {
  const pollingMs = usePollingMs(REFRESH_MS)
  return useQuery({
    ...read('GET /api/leaderboard/me', undefined, { type }),
    staleTime: JUST_READ_MS,
    refetchInterval: pollingMs,
  })
}
