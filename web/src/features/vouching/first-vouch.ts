import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { User } from '#features/auth'

/** Celebrates the first vouch the user receives, once, on the device they are looking at. */
export function FirstVouch({ user }: { user: User }): null {
  const client = useQueryClient()
  const isLooking = useIsLooking()
  const { id, seenFirsts, restriction } = user
  const isDue =
    user.totalVouchesReceived > 0 &&
    seenFirsts.includes('sign_in') &&
    !seenFirsts.includes('vouch_received') &&
    restriction === null
  useEffect(() => {
    if (!isDue || !isLooking) return
    // The user didn't ask for it here, so a failure is silent; the next page tries again.
    import('./celebrate-first-vouch.ts')
      .then(({ celebrateFirstVouch }) => celebrateFirstVouch(client, id))
      .catch(() => undefined)
  }, [client, isDue, isLooking, id])
  return null
}

function useIsLooking(): boolean {
  const [isLooking, setLooking] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setLooking(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isLooking
}
