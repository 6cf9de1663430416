import type { Answer } from '@aura/api/calls'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { isUnauthorized } from '#lib/api-error'
import { read, readKey } from '#lib/query-client'
import { paths } from '#paths'
import { toast } from '#ui/feedback/toast'

export type User = Answer<'GET /api/auth/user'>

const userRead = read('GET /api/auth/user')

/** Public reads survive a change of person; everything else in the cache was somebody's own. */
const PUBLIC: readonly string[] = [
  readKey('GET /api/config'),
  readKey('GET /api/stats'),
  readKey('GET /api/leaderboard'),
].flat()

/** Set by the server beside the session's own cookie, which no script can see. */
export const mayHaveSession = (): boolean => /(?:^|;\s*)(?:__Host-)?aura_signed_in=/.test(document.cookie)

/**
 * The signed-in person, or null. Not being signed in is an answer here, not a failure; where nothing hints at a session
 * it is known without asking.
 */
export const currentUserQuery = {
  queryKey: userRead.queryKey,
  initialData: () => (mayHaveSession() ? undefined : null),
  refetchOnReconnect: () => mayHaveSession() && ('always' as const),
  queryFn: async (context: { signal: AbortSignal; client: QueryClient }): Promise<User | null> => {
    try {
      return await userRead.queryFn(context)
    } catch (error) {
      if (!isUnauthorized(error)) throw error
      if (context.client.getQueryData(userRead.queryKey)) announceSessionEnd(context.client)
      return null
    }
  },
}

export type Auth =
  | { state: 'loading' }
  | { state: 'authenticated'; user: User }
  /** `unreachable`: the server did not answer, so nobody knows whether there is a session. */
  | { state: 'unauthenticated'; unreachable: boolean; retry: () => void }

/** Who is here; shared by all screens. */
export function useAuth(): Auth {
  const { data, isPending, isError, refetch } = useQuery(currentUserQuery)
  if (data) return { state: 'authenticated', user: data }
  if (isPending) return { state: 'loading' }
  return { state: 'unauthenticated', unreachable: isError, retry: () => void refetch() }
}

/** The signed-in person, on screens that only they can see. */
export function useCurrentUser(): User {
  const { data } = useQuery(currentUserQuery)
  if (!data) throw new Error('Log in to see this screen')
  return data
}

/** Asks anew who is signed in, on a page that knew of nobody. Without an answer it stays as it is. */
export const lookForSession = (client: QueryClient): Promise<void> =>
  client.fetchQuery({ ...currentUserQuery, initialData: undefined, staleTime: 0 }).then(
    () => undefined,
    () => undefined,
  )

/** Nobody is signed in any more: forgets what was theirs. */
export async function forgetSession(client: QueryClient): Promise<void> {
  client.setQueryData(userRead.queryKey, null)
  // A read that is cancelled puts back what was known before it.
  await client.cancelQueries()
  client.setQueryData(userRead.queryKey, null)
  const kept = [...PUBLIC, ...userRead.queryKey]
  client.removeQueries({ predicate: ({ queryKey }) => !kept.includes(String(queryKey[0])) })
}

/** A call was answered 401 although somebody was signed in: back to the landing page, with the Join dialog open. */
export function onSessionExpired(client: QueryClient): void {
  if (!client.getQueryData(userRead.queryKey)) return
  announceSessionEnd(client)
  void forgetSession(client)
}

/** Forgets the person before it leads to the Join dialog, which would send somebody signed in straight back. */
function announceSessionEnd(client: QueryClient): void {
  client.setQueryData(userRead.queryKey, null)
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    kind: 'destructive',
  })
  navigate(paths.join(location.pathname + location.search), { replace: true })
}
