import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { request } from '#lib/api'
import { paths } from '#paths'
import { toast } from '#ui/toast'
import { forgetSession } from './session.ts'

/** Always the same, whatever went wrong: nobody is helped by the reason. */
const FAILED = { title: 'Logout failed', description: 'Please try again' }

/**
 * Ends the session and goes home. This comes with the first page, whose visitors have no use for it: so no `useMutation`
 * and no words for every other failure.
 */
export function useLogout() {
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  async function mutate() {
    setIsPending(true)
    try {
      await request('POST /api/auth/logout')
      navigate(paths.home)
      await forgetSession(client)
    } catch {
      toast({ ...FAILED, kind: 'destructive' })
    } finally {
      setIsPending(false)
    }
  }
  return { isPending, mutate: () => void mutate() }
}
