import type { Answer, CallKey, Params, Query } from '@aura/api/calls'
import { callUrl, type InputArgs, type UrlInput } from '@aura/api/contract/call-url'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { request } from './api.ts'
import { isUnauthorized } from './api-error.ts'

type ReadCall = Extract<CallKey, `GET ${string}`>

type Asked<K extends ReadCall> =
  Params<K> extends undefined ? [params?: undefined, query?: Query<K>] : [params: Params<K>, query?: Query<K>]

export const readKey = <K extends ReadCall>(key: K, ...[params, query]: Partial<Asked<K>>): [string] => [
  addressOf(key, params, query),
]

const addressOf = <K extends ReadCall>(key: K, params?: Params<K>, query?: Query<K>): string =>
  callUrl(key, ...([{ params, query }] as unknown as InputArgs<UrlInput<K>>))

export const read = <K extends ReadCall>(key: K, ...[params, query]: Asked<K>) => ({
  queryKey: [addressOf(key, params, query)] as [string],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answer<K>> =>
    (request as (key: K, input: object) => Promise<Answer<K>>)(key, { params, query, signal }),
})

/** A response this recent is shown without reading again. */
export const JUST_READ_MS = 2_000

/** Responses never go stale by default; callers override this. */
export function createQueryClient(onUnauthorized: () => void): QueryClient {
  const queryCache = new QueryCache({
    onError: (error) => {
      if (isUnauthorized(error)) onUnauthorized()
    },
  })
  return new QueryClient({
    queryCache,
    // Not in the defaults, which a mutation's own `onError` would replace.
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
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
