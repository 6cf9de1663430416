import type { LeaderboardType, RankedEntry } from '@aura/api/leaderboard'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '#lib/api'
import { usePollingMs } from '#lib/live/use-live'
import { readKey } from '#lib/query-client'

const PAGE = 100
/** Each page that is there is asked for again in turn, so that a long list asks no more often than a short one. */
const REFRESH_MS = 5_000

/** The ranking as far as it has been scrolled. */
export function useRanking(type: LeaderboardType) {
  const query = useInfiniteQuery({
    queryKey: ['ranking', type],
    queryFn: ({ pageParam, signal }) =>
      request('GET /api/leaderboard/page', {
        query: { type, limit: PAGE, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: ({ state }) => REFRESH_MS * Math.max(1, state.data?.pages.length ?? 1),
  })
  const pages = query.data?.pages
  // Scrolling draws anew on every frame, and there may be very many.
  const entries = useMemo(() => distinct((pages ?? []).flatMap((page) => page.entries)), [pages])
  return { ...query, entries, total: pages?.[0]?.total ?? 0 }
}

/** Who moves while pages are being fetched may be on two of them; where they were found last is where they are. */
function distinct(entries: RankedEntry[]): RankedEntry[] {
  const last = new Map(entries.map((entry, index) => [entry.id, index]))
  return last.size === entries.length ? entries : entries.filter(({ id }, index) => last.get(id) === index)
}

/** Where the viewer stands. The live stream says when to ask again. */
export function usePosition(type: LeaderboardType) {
  const pollingMs = usePollingMs(REFRESH_MS)
  return useQuery({
    queryKey: [...readKey('GET /api/leaderboard/me'), type],
    queryFn: ({ signal }) => request('GET /api/leaderboard/me', { query: { type }, signal }),
    staleTime: 0,
    refetchInterval: pollingMs,
  })
}
