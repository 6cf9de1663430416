import { useInfiniteQuery } from '@tanstack/react-query'
import { request } from '#lib/api'
import { readKey } from '#lib/query-client'

/** Returns who stands by a person, as far as it was asked for, and whom they stand by. */
export function usePlacesOf(id: string, enabled: boolean) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: readKey('GET /api/users/:id/places', { id }),
    queryFn: ({ pageParam, signal }) =>
      request('GET /api/users/:id/places', {
        params: { id },
        query: pageParam === null ? {} : { after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    enabled,
  })
  const [first] = data?.pages ?? []
  return { ...query, places: first && { ...first, received: data?.pages.flatMap(({ received }) => received) ?? [] } }
}
