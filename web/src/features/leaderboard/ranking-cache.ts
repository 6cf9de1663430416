import type { Answer } from '@aura/api/calls'
import type { LeaderboardType } from '@aura/api/calls/leaderboard'
import { firstRankingPage, laterRankingPage } from '@aura/api/ranking-pages'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read, readKey } from '#lib/query-client'

type Page = Answer<'GET /api/leaderboard/page'>
type Rest = InfiniteData<Page & { atMs: number }, string>

/** The first page. The live stream puts it there, under the same address. */
export const firstRead = (type: LeaderboardType) => read('GET /api/leaderboard/page', undefined, firstRankingPage(type))

/** Where the pages after it are kept, and what the live stream says is to be asked for again: those in sight. */
export const restKey = (type: LeaderboardType) => ['ranking', type] as const
export const inSightKey = (type: LeaderboardType) => [
  ...readKey('GET /api/leaderboard/page', undefined, laterRankingPage(type)),
  'in sight',
]

/** A page after the first. */
export async function askPage(type: LeaderboardType, after: string, signal: AbortSignal) {
  const page = await request('GET /api/leaderboard/page', { query: { ...laterRankingPage(type), after }, signal })
  return { ...page, atMs: Date.now() }
}

/** The pages after the first that have rows in sight. */
function pagesInSight(client: QueryClient, type: LeaderboardType, [from, to]: readonly [number, number]) {
  const first = client.getQueryData<Page>(firstRead(type).queryKey)
  const rest = client.getQueryData<Rest>(restKey(type))
  const pages = rest?.pages ?? []
  const at = (row: number) => Math.floor((row - (first?.entries.length ?? 0)) / laterRankingPage(type).limit)
  return { first, rest, start: Math.max(0, at(from)), end: Math.min(pages.length - 1, at(to)) }
}

/** When the oldest page in sight was asked for; those out of sight are left as they are. Infinity when there is none. */
export function oldestInSightMs(client: QueryClient, type: LeaderboardType, rows: readonly [number, number]): number {
  const { rest, start, end } = pagesInSight(client, type, rows)
  return Math.min(...(rest?.pages ?? []).slice(start, end + 1).map(({ atMs }) => atMs))
}

/** Asks again for the pages in sight, each from where the one before it ends now. They change all at once. */
export async function refreshPages(
  client: QueryClient,
  type: LeaderboardType,
  rows: readonly [number, number],
  signal: AbortSignal,
): Promise<number> {
  // What is being loaded would be put beside the pages as they were when that began.
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
    // The ranking ends here now.
    pages.length = page ? at + 1 : at
    pageParams.length = pages.length
    break
  }
  client.setQueryData<Rest>(restKey(type), { pages, pageParams })
  return Date.now()
}
