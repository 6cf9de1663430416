import { useEffect } from 'react'
import { paths } from '#paths'
import { TickLoader } from '#ui/feedback/tick-loader'
import { leaveForLogin } from './leave-for-login.ts'

/** A screen for signed-in people that somebody else came to: says so, and goes to sign-in and from there back here. */
export function ToLogin() {
  useEffect(() => leaveForLogin(() => location.assign(paths.login(location.pathname + location.search))), [])
  return <TickLoader text="Loading Aura..." />
}
