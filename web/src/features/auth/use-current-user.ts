import { useQuery } from '@tanstack/react-query'
import { useCountedFigures } from '#features/celebration'
import { currentUserQuery, type User } from './session.ts'

/** Returns the user of a signed-in screen. Points and streak change once a celebration has counted them. */
export function useCurrentUser(): User {
  const { data } = useQuery(currentUserQuery)
  if (!data) throw new Error('Log in to see this screen')
  return useCountedFigures(data)
}
