import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#features/auth'
import { keepPassedTrial } from '#features/trial'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'

const FAILED = { title: 'The welcome is still open', description: 'Please try again.' }

/**
 * Claims a lesson passed before joining, ends the welcome for good, then goes to `goal`. If another tab ended it, goes
 * home.
 */
export function useFinish() {
  const client = useQueryClient()
  const [goal, setGoal] = useState<string>(paths.home)
  const write = useWrite({
    send: async (_goal: string) => {
      await keepPassedTrial(client, paths.home)
      return request('POST /api/auth/seen-first', { body: { first: 'sign_in' } })
    },
    onSuccess: async () => {
      const { queryKey } = read('GET /api/auth/user')
      // An older response must not bring it back.
      await client.cancelQueries({ queryKey })
      client.setQueryData<User | null>(
        queryKey,
        (user) => user && { ...user, seenFirsts: [...new Set([...user.seenFirsts, 'sign_in' as const])] },
      )
    },
    onError: (error) => toastFailure(error, FAILED),
  })
  const finish = (to: string) => {
    // Set at once, because the live update may arrive before the response.
    if (!write.isPending) setGoal(to)
    write.mutate(to)
  }
  return { goal, finish, finishing: write.isPending ? write.variables : null }
}
