import { useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { linkRead, refetchBattles } from '../shared/battle-reads.ts'
import { errorTexts } from '../shared/error-texts.ts'

export function useWithdrawLink(id: string) {
  const client = useQueryClient()
  return useWrite({
    send: (_: null, idempotencyKey) =>
      request('POST /api/challenge-links/:id/withdraw', { params: { id }, idempotencyKey }),
    onSuccess: async (link) => {
      client.setQueryData(linkRead(id).queryKey, link)
      toast({ title: 'Challenge withdrawn', description: 'Your stake is back.' })
      await Promise.all([refetchBattles(client), client.invalidateQueries(read('GET /api/auth/user'))])
    },
    onError: (error) => {
      void refetchBattles(client)
      return toastFailure(error, errorTexts.withdrawLink)
    },
  })
}
