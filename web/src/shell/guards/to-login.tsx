import { useEffect } from 'react'
import { paths } from '#paths'
import { TickLoader } from '#ui/feedback/tick-loader'
import { leaveForLogin } from './leave-for-login.ts'

/** Shown to visitors on signed-in screens: explains, goes to sign-in, and returns here afterwards. */
export function ToLogin() {
  useEffect(() => leaveForLogin(() => location.assign(paths.login(location.pathname + location.search))), [])
  return <TickLoader text="Loading Aura..." />
}
