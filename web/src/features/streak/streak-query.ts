import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCurrentUser } from '#features/auth'
import { request } from '#lib/api'
import { readKey } from '#lib/query-client'

/** Never fresh, because claims and midnight change it. */
export const streakQuery = (month?: string) => ({
  queryKey: [...readKey('GET /api/streak'), month ?? 'now'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request('GET /api/streak', { query: month ? { month } : {}, signal }),
  staleTime: 0,
})

/** Returns the current month, refetched if the live streak differs from it; undefined until it is read. */
export function useStreakCalendar() {
  const { currentStreak } = useCurrentUser()
  const { data: calendar, refetch } = useQuery(streakQuery())
  const isOutdated = calendar !== undefined && calendar.currentStreak !== currentStreak
  useEffect(() => {
    if (isOutdated) void refetch({ cancelRefetch: false })
  }, [isOutdated, refetch])
  return calendar
}
