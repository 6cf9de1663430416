import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query-client'
import { asUsername, usernameFault } from './username.rules.ts'

export interface UsernameCheck {
  isAvailable: boolean
  error?: string
  busy?: string
  ok?: string
}

/** Checks every entry; responses to older ones are dropped. */
export function useUsernameCheck(text: string, userId: string): UsernameCheck {
  const fault = usernameFault(text)
  const check = useQuery({
    ...read('GET /api/check-username', undefined, { username: asUsername(text), excludeUserId: userId }),
    enabled: fault === undefined,
    gcTime: 0,
  })
  if (fault !== undefined) return { isAvailable: false, error: fault }
  if (check.isFetching) return { isAvailable: false, busy: 'Checking...' }
  if (check.isError) return { isAvailable: false, error: 'Error checking username' }
  return check.data?.available
    ? { isAvailable: true, ok: 'Username is available' }
    : { isAvailable: false, error: 'Username is already taken' }
}
