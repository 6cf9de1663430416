import type { People } from '@aura/api/calls/follows'
import { useInfiniteQuery } from '@tanstack/react-query'
import { request } from '#lib/api'
import { readKey } from '#lib/query-client'

const first = null as string | null

function useList(key: readonly unknown[], page: (query: { before?: string }, signal: AbortSignal) => Promise<People>) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => page(pageParam === null ? {} : { before: pageParam }, signal),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  return { ...query, people: data?.pages.flatMap(({ people }) => people) }
}

export const useBlocked = () =>
  useList(readKey('GET /api/blocks'), (query, signal) => request('GET /api/blocks', { query, signal }))

export const useMuted = () =>
  useList(readKey('GET /api/mutes'), (query, signal) => request('GET /api/mutes', { query, signal }))

export type FollowList = 'followers' | 'following'

export const useFollows = (id: string, list: FollowList) =>
  useList([...readKey(`GET /api/users/:id/${list}`, { id })], (query, signal) =>
    request(`GET /api/users/:id/${list}`, { params: { id }, query, signal }),
  )
