import { useInfiniteQuery } from '@tanstack/react-query'

export const PAGE = 50

type Cursor = string | number | undefined

interface Freshness {
  staleTime?: number
  refetchInterval?: number | false
}

/**
 * Reads a list one page at a time. `after` is the previous page's cursor, undefined for the first. A refetch reloads
 * every page, so that rows that moved between pages are neither lost nor shown twice.
 */
export function usePages<Item extends { id: string | number }>(
  key: readonly [string, ...string[]],
  load: (after: Cursor, signal: AbortSignal) => Promise<Item[]>,
  // Others change the list without notice, unless the caller overrides this.
  freshness: Freshness = { staleTime: 0 },
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as Cursor,
    getNextPageParam: (page: Item[]) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    ...freshness,
  })
  return { ...query, items: query.data && distinct(query.data.pages.flat()) }
}

/** Drops duplicates: a row that moved between two requests is in both pages. */
const distinct = <Item extends { id: string | number }>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
]
