import { useEffect } from 'react'
import { paths } from '#paths'
import { TickLoader } from '#ui/tick-loader'
import { preloadToast, toast } from '#ui/toast'

/** Long enough to read why. */
const WAIT_MS = 500

/** A screen for signed-in people that somebody else came to: says so, and goes to sign-in and from there back here. */
export function ToLogin() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      toast({
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
        kind: 'destructive',
      })
      timer = setTimeout(() => location.assign(paths.login(location.pathname + location.search)), WAIT_MS)
    }
    let isThere = true
    // Its code first: half a second is too short to wait for that as well.
    void preloadToast()
      .catch(() => undefined)
      .then(() => isThere && tell())
    return () => {
      isThere = false
      clearTimeout(timer)
    }
  }, [])
  return <TickLoader text="Loading Aura..." />
}
