import type { DeclineReason } from '@aura/api/decline-reasons'
import { useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
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

interface Taken {
  step: Step
  reason?: DeclineReason | undefined
}

/** Takes a step once for each intent, and updates every view of the battle. */
export function useBattleStep(battleId: string) {
  const client = useQueryClient()
  return useWrite({
    send: ({ step, reason }: Taken, idempotencyKey) =>
      step === 'reject'
        ? request(CALLS.reject, { params: { id: battleId }, body: { reason }, idempotencyKey })
        : request(CALLS[step], { params: { id: battleId }, idempotencyKey }),
    onSuccess: async (battle, { step }) => {
      client.setQueryData(battleRead(battleId).queryKey, battle)
      if (step === 'approveCancellation') toast({ title: 'Battle cancelled by mutual agreement' })
      await Promise.all([refetchBattles(client), client.invalidateQueries(read('GET /api/auth/user'))])
    },
    onError: (error, { step }) => {
      toast({ ...stepFailure(error, step), kind: 'destructive' })
      void refetchBattles(client)
    },
  })
}
