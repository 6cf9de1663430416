import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lookForSession, mayHaveSession } from '#features/auth'
import { onSessionElsewhere } from '#lib/other-tabs'

/** While signed out, follows a sign-in in another tab, at once or when this tab is shown again. */
export function useSignInElsewhere(isVisitor: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isVisitor) return
    const look = () => {
      if (document.visibilityState === 'visible' && mayHaveSession()) void lookForSession(client)
    }
    const stop = onSessionElsewhere((event) => {
      if (event.type === 'began') void lookForSession(client)
    })
    document.addEventListener('visibilitychange', look)
    addEventListener('focus', look)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', look)
      removeEventListener('focus', look)
    }
  }, [client, isVisitor])
}
