import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { currentUserQuery, type User } from './session.ts'

/** A hook that returns the user with the figures to show. Given from outside, so no visitor loads celebrations. */
export const UseShownFigures = createContext<(user: User) => User>((user) => user)

/** Returns the user of a signed-in screen. Points and streak change once a celebration has counted them. */
export function useCurrentUser(): User {
  const { data } = useQuery(currentUserQuery)
  const useShownFigures = useContext(UseShownFigures)
  if (!data) throw new Error('Log in to see this screen')
  return useShownFigures(data)
}
