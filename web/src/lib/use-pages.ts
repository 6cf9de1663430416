import { useInfiniteQuery } from '@tanstack/react-query'

/** As many as a page of any of these lists has. */
export const PAGE = 50

type Cursor = string | number | undefined

interface Freshness {
  staleTime?: number
  refetchInterval?: number | false
}

/**
 * A list that is read a page at a time. `after` is what the page before ended with; undefined for the first. Asking again
 * asks for every page there is, so that rows that moved from one to the next are neither lost nor shown twice.
 */
export function usePages<Item extends { id: string | number }>(
  key: readonly [string, ...string[]],
  load: (after: Cursor, signal: AbortSignal) => Promise<Item[]>,
  // Others change it without a word to this page, unless a list knows better.
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

/** A row that moved between the askings for two pages is in both of them. */
const distinct = <Item extends { id: string | number }>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
]
