import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { request } from '#lib/api'
import { ApiError } from '#lib/api-error'
import { read } from '#lib/query-client'
import { toast } from '#ui/toast'
import { battleRead, refetchBattles } from './battle-reads.ts'
import { type Step, stepFailure } from './step-failure.ts'

const CALLS = {
  accept: 'POST /api/battles/:id/accept',
  reject: 'POST /api/battles/:id/reject',
  withdraw: 'POST /api/battles/:id/withdraw',
  requestCancellation: 'POST /api/battles/:id/request-cancellation',
  takeBackCancellation: 'POST /api/battles/:id/take-back-cancellation',
  approveCancellation: 'POST /api/battles/:id/approve-cancellation',
} as const

/** Takes a step of one battle, once for each intent, and shows everywhere what came of it. */
export function useBattleStep(battleId: string) {
  const client = useQueryClient()
  const keys = useRef(new Map<Step, string>())
  const keyOf = (step: Step) => {
    const key = keys.current.get(step) ?? crypto.randomUUID()
    keys.current.set(step, key)
    return key
  }
  return useMutation({
    mutationFn: (step: Step) => request(CALLS[step], { params: { id: battleId }, idempotencyKey: keyOf(step) }),
    onSuccess: async (battle, step) => {
      keys.current.delete(step)
      client.setQueryData(battleRead(battleId).queryKey, battle)
      if (step === 'approveCancellation') toast({ title: 'Battle cancelled by mutual agreement' })
      await Promise.all([refetchBattles(client), client.invalidateQueries(read('GET /api/auth/user'))])
    },
    onError: (error, step) => {
      // A refusal is an answer, and the same key would hear it for ever; only an unheard answer is asked for again.
      if (error instanceof ApiError && error.status < 500) keys.current.delete(step)
      toast({ ...stepFailure(error, step), kind: 'destructive' })
      void refetchBattles(client)
    },
  })
}
