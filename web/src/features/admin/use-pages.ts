import { useInfiniteQuery } from '@tanstack/react-query'

/** As many as a page of any of these lists has. */
export const PAGE = 50

/** A list that is read a page at a time. `after` is what the page before ended with; undefined for the first. */
export function usePages<Item extends { id: string | number }>(
  key: readonly [string, ...string[]],
  load: (after: string | number | undefined, signal: AbortSignal) => Promise<Item[]>,
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | number | undefined,
    getNextPageParam: (page: Item[]) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    // Other admins change it without a word to this page.
    staleTime: 0,
  })
  return { ...query, items: query.data?.pages.flat() }
}
