import { useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, useContext } from 'react'
import { currentUserQuery, type User } from './session.ts'

/** One read for all components of a screen: each observer of the cache takes time to start. */
const CurrentUser = createContext<User | null>(null)

interface WithCurrentUserProps {
  /** A hook that returns the user with the figures to show. Given from outside, so no visitor loads celebrations. */
  useFigures: (user: User) => User
  children: ReactNode
}

/** Gives its children the signed-in user. Shows nothing without one. */
export function WithCurrentUser(props: WithCurrentUserProps) {
  const { data } = useQuery(currentUserQuery)
  return data ? createElement(Shown, { ...props, user: data }) : null
}

const Shown = ({ user, useFigures, children }: WithCurrentUserProps & { user: User }) =>
  createElement(CurrentUser, { value: useFigures(user) }, children)

/** Returns the user of a signed-in screen. Points and streak change once a celebration has counted them. */
export function useCurrentUser(): User {
  const user = useContext(CurrentUser)
  if (!user) throw new Error('Log in to see this screen')
  return user
}
