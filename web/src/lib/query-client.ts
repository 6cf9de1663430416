import { callUrl, type InputArgs, type UrlInput } from '@aura/api/call-url'
import type { Answer, CallKey, Params, Query } from '@aura/api/calls'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { request } from './api.ts'
import { isUnauthorized } from './api-error.ts'

type ReadCall = Extract<CallKey, `GET ${string}`>

type Asked<K extends ReadCall> =
  Params<K> extends undefined ? [params?: undefined, query?: Query<K>] : [params: Params<K>, query?: Query<K>]

/** The key of a read in the cache: its address. */
export const readKey = <K extends ReadCall>(key: K, ...[params, query]: Partial<Asked<K>>): [string] => [
  addressOf(key, params, query),
]

const addressOf = <K extends ReadCall>(key: K, params?: Params<K>, query?: Query<K>): string =>
  callUrl(key, ...([{ params, query }] as unknown as InputArgs<UrlInput<K>>))

/** A read as TanStack Query takes it. */
export const read = <K extends ReadCall>(key: K, ...[params, query]: Asked<K>) => ({
  queryKey: [addressOf(key, params, query)] as [string],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answer<K>> =>
    (request as (key: K, input: object) => Promise<Answer<K>>)(key, { params, query, signal }),
})

/** A cache that asks once and keeps the answer; what should be fresher says so itself. */
export function createQueryClient(onUnauthorized: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isUnauthorized(error)) onUnauthorized()
      },
    }),
    // Here and not among the defaults, which a mutation's own `onError` would replace.
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isUnauthorized(error)) onUnauthorized()
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A call without a network fails at once and says so, instead of waiting in silence.
        networkMode: 'always',
      },
      mutations: {
        retry: false,
        networkMode: 'always',
      },
    },
  })
}
