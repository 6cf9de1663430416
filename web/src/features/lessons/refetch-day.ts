import type { QueryClient } from '@tanstack/react-query'
import { read, readKey } from '#lib/query-client'

/** Refetches what depends on the user's day, after it counted, began, or moved to another time zone. */
export const refetchDay = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries(read('GET /api/auth/user')),
    client.invalidateQueries(read('GET /api/lessons/daily')),
    client.invalidateQueries(read('GET /api/lessons/path')),
    client.invalidateQueries(read('GET /api/review')),
    client.invalidateQueries(read('GET /api/review', undefined, { for: 'streak' })),
    client.invalidateQueries({ queryKey: readKey('GET /api/streak') }),
    client.invalidateQueries(read('GET /api/friend-streaks')),
  ])
