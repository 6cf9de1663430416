import type { Answer } from '@aura/api/calls'
import type { LeaderboardType } from '@aura/api/calls/leaderboard'
import { firstRankingPage, laterRankingPage } from '@aura/api/ranking-pages'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read, readKey } from '#lib/query-client'

type Page = Answer<'GET /api/leaderboard/page'>
type Rest = InfiniteData<Page & { atMs: number }, string>

/** The live stream writes to the same key. */
export const firstRead = (type: LeaderboardType) => read('GET /api/leaderboard/page', undefined, firstRankingPage(type))

export const restKey = (type: LeaderboardType) => ['ranking', type] as const
export const inSightKey = (type: LeaderboardType) => [
  ...readKey('GET /api/leaderboard/page', undefined, laterRankingPage(type)),
  'in sight',
]

export async function askPage(type: LeaderboardType, after: string, signal: AbortSignal) {
  const page = await request('GET /api/leaderboard/page', { query: { ...laterRankingPage(type), after }, signal })
  return { ...page, atMs: Date.now() }
}

function pagesInSight(client: QueryClient, type: LeaderboardType, [from, to]: readonly [number, number]) {
  const first = client.getQueryData<Page>(firstRead(type).queryKey)
  const rest = client.getQueryData<Rest>(restKey(type))
  const pages = rest?.pages ?? []
  const at = (row: number) => Math.floor((row - (first?.entries.length ?? 0)) / laterRankingPage(type).limit)
  return { first, rest, start: Math.max(0, at(from)), end: Math.min(pages.length - 1, at(to)) }
}

/** Returns the time the oldest page in sight was loaded, or Infinity. Pages out of sight are not refreshed. */
export function oldestInSightMs(client: QueryClient, type: LeaderboardType, rows: readonly [number, number]): number {
  const { rest, start, end } = pagesInSight(client, type, rows)
  return Math.min(...(rest?.pages ?? []).slice(start, end + 1).map(({ atMs }) => atMs))
}

/** Reloads the pages in sight, each from the current end of the previous one, and replaces them at once. */
export async function refreshPages(
  client: QueryClient,
  type: LeaderboardType,
  rows: readonly [number, number],
  signal: AbortSignal,
): Promise<number> {
  // A running load would add its page to outdated ones.
  await client
    .getQueryCache()
    .find({ queryKey: restKey(type) })
    ?.promise?.catch(() => {})
  const { first, rest, start, end } = pagesInSight(client, type, rows)
  if (!first || !rest) return 0
  const pages = [...rest.pages]
  const pageParams = [...rest.pageParams]
  for (let at = start; at <= end; at++) {
    const after = at === 0 ? first.next : pages[at - 1]?.next
    const page = after == null ? null : await askPage(type, after, signal)
    if (page) pages[at] = page
    if (page && after != null) pageParams[at] = after
    if (page?.next != null) continue
    pages.length = page ? at + 1 : at
    pageParams.length = pages.length
    break
  }
  client.setQueryData<Rest>(restKey(type), { pages, pageParams })
  return Date.now()
}
