import { request } from '#lib/api'
import { readKey } from '#lib/query-client'

/** Never fresh: claims and midnight change it. */
export const streakQuery = (month?: string) => ({
  queryKey: [...readKey('GET /api/streak'), month ?? 'now'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request('GET /api/streak', { query: month ? { month } : {}, signal }),
  staleTime: 0,
})
