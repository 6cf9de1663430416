import type { Answer } from '@aura/api/calls'
import { type QueryClient, replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { isUnauthorized } from '#lib/api-error'
import { read, readKey } from '#lib/query-client'
import { paths } from '#paths'
import { toast } from '#ui/feedback/toast'

export type User = Answer<'GET /api/auth/user'>

const userRead = read('GET /api/auth/user')

/** Reads that survive a change of user; all others in the cache are private. */
const PUBLIC: readonly string[] = [
  readKey('GET /api/config'),
  readKey('GET /api/stats'),
  readKey('GET /api/leaderboard'),
].flat()

/** Returns whether a read depends on the session. The user's own read is excluded. */
const isPrivate = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  ![...PUBLIC, ...userRead.queryKey].includes(String(queryKey[0]))

/** Reads the hint cookie set beside the session's HttpOnly cookie. */
export const mayHaveSession = (): boolean => /(?:^|;\s*)(?:__Host-)?aura_signed_in=/.test(document.cookie)

/**
 * Reads the signed-in user, or null. A 401 is a result here, not an error; without the hint cookie no request is sent.
 * Data read as a visitor has a visitor's permissions, so signing in refetches it.
 */
export const currentUserQuery = {
  queryKey: userRead.queryKey,
  initialData: () => (mayHaveSession() ? undefined : null),
  refetchOnReconnect: () => mayHaveSession() && ('always' as const),
  structuralSharing: (before: unknown, after: unknown) => replaceEqualDeep(before, stillSeen(before, after)),
  queryFn: async (context: { signal: AbortSignal; client: QueryClient }): Promise<User | null> => {
    const { client } = context
    try {
      const wasVisitor = client.getQueryData(userRead.queryKey) === null
      const user = await userRead.queryFn(context)
      showPrivateTo(client, user, wasVisitor)
      return user
    } catch (error) {
      if (!isUnauthorized(error)) throw error
      if (client.getQueryData(userRead.queryKey)) {
        announceSessionEnd(client)
        void forgetPrivate(client)
      }
      return null
    }
  },
}

/** A live state may be older than the response that marked a first as seen: it must not bring the welcome back. */
function stillSeen(before: unknown, after: unknown): unknown {
  const [old, user] = [before, after] as (User | null | undefined)[]
  const isOlder = user && old?.id === user.id && old.seenFirsts.length > user.seenFirsts.length
  return isOlder ? { ...user, seenFirsts: old.seenFirsts } : user
}

const lastUserIds = new WeakMap<QueryClient, string>()

/** Removes the previous user's data before another user sees it. */
function showPrivateTo(client: QueryClient, { id }: User, wasVisitor: boolean): void {
  const lastId = lastUserIds.get(client)
  lastUserIds.set(client, id)
  if (lastId !== undefined && lastId !== id) void client.resetQueries({ predicate: isPrivate })
  else if (wasVisitor) void client.invalidateQueries({ predicate: isPrivate })
}

export type Auth =
  | { state: 'loading' }
  | { state: 'authenticated'; user: User }
  /** `unreachable`: no response, so it is unknown whether there is a session. */
  | { state: 'unauthenticated'; unreachable: boolean; retry: () => void }

export function useAuth(): Auth {
  const { data, isPending, isError, refetch } = useQuery(currentUserQuery)
  if (data) return { state: 'authenticated', user: data }
  if (isPending) return { state: 'loading' }
  return { state: 'unauthenticated', unreachable: isError, retry: () => void refetch() }
}

/** Checks for a session on a page that had none. Changes nothing without a response. */
export const lookForSession = (client: QueryClient): Promise<void> =>
  client.fetchQuery({ ...currentUserQuery, initialData: undefined, staleTime: 0 }).then(
    () => undefined,
    () => undefined,
  )

/** Excludes the user's own read, which may be running. */
async function forgetPrivate(client: QueryClient): Promise<void> {
  // Cancelling restores the previous data, so it must come first.
  await client.cancelQueries({ predicate: isPrivate })
  client.removeQueries({ predicate: isPrivate })
}

export async function forgetSession(client: QueryClient): Promise<void> {
  client.setQueryData(userRead.queryKey, null)
  // Cancelling restores the previous data, so it must come first.
  await client.cancelQueries()
  client.setQueryData(userRead.queryKey, null)
  client.removeQueries({ predicate: isPrivate })
}

/** After an unexpected 401: back to the landing page, with the Join dialog open. */
export function onSessionExpired(client: QueryClient): void {
  if (!client.getQueryData(userRead.queryKey)) return
  announceSessionEnd(client)
  void forgetSession(client)
}

/** Clears the user first, because the Join dialog would send a signed-in user straight back. */
function announceSessionEnd(client: QueryClient): void {
  client.setQueryData(userRead.queryKey, null)
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    kind: 'destructive',
  })
  navigate(paths.join(location.pathname + location.search), { replace: true })
}
