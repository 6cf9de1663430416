import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { forgetSession, mayHaveSession, useCurrentUser } from '#features/auth'
import { onSessionElsewhere, tellOtherTabs } from '#lib/other-tabs'
import { paths } from '#paths'
import { toast } from '#ui/feedback/toast'

/** Follows the session in other tabs: logging out there logs out here at once, with a message. */
export function useSessionElsewhere(): void {
  const client = useQueryClient()
  const { id } = useCurrentUser()
  useEffect(() => {
    const leave = (description: string) => {
      toast({ title: 'Logged out', description })
      navigate(paths.home)
      void forgetSession(client)
    }
    // The session may also have ended with no page open; its cookie is gone then.
    const look = () => {
      if (document.visibilityState === 'visible' && !mayHaveSession()) leave('Your session has ended.')
    }
    const stop = onSessionElsewhere((event) => {
      if (event.type === 'ended') return leave('You logged out in another tab.')
      // Another user signed in there, so this page shows the wrong account.
      if (event.userId !== id) location.assign(paths.home)
    })
    tellOtherTabs({ type: 'began', userId: id })
    document.addEventListener('visibilitychange', look)
    addEventListener('focus', look)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', look)
      removeEventListener('focus', look)
    }
  }, [client, id])
}
