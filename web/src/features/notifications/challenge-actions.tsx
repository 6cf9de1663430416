import { API_ERRORS, type ErrorCode } from '@aura/api/errors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import styles from './notification-row.module.css'

type Answer = 'accept' | 'reject'

const reasonText = (code = ''): string =>
  code in API_ERRORS ? API_ERRORS[code as ErrorCode].message : 'Failed to accept challenge'

interface ChallengeActionsProps {
  battleId: string
  /** The newest notification about this battle: a later one may have ended the challenge. */
  newestId: string
  onAnswered: () => void
}

/** Shown while the challenge is pending. Failed reads are silent. */
export function ChallengeActions({ battleId, newestId, onAnswered }: ChallengeActionsProps) {
  const client = useQueryClient()
  const battleRead = read('GET /api/battles/:id', { id: battleId })
  // Refetched on every opening, because it may have been answered elsewhere.
  const { data: battle, refetch } = useQuery({ ...battleRead, staleTime: 0 })
  const reportedId = useRef(newestId)
  useEffect(() => {
    if (reportedId.current === newestId) return
    reportedId.current = newestId
    void refetch()
  }, [newestId, refetch])
  const answer = useWrite({
    send: (how: Answer, idempotencyKey) =>
      request(`POST /api/battles/:id/${how}`, { params: { id: battleId }, idempotencyKey }),
    onSuccess: async (answered) => {
      client.setQueryData(battleRead.queryKey, answered)
      onAnswered()
      await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/battles') })
      await client.invalidateQueries(read('GET /api/auth/user'))
    },
    onError: () => client.invalidateQueries(battleRead),
  })
  const pending = answer.isPending ? answer.variables : undefined
  if (!battle?.can.reject.allowed) return null

  return (
    <div className={`relative mt-2.5 flex gap-2 ${styles.answers}`}>
      <Button
        size={40}
        disabled={!battle.can.accept.allowed}
        onDisabledClick={() =>
          toast({ title: 'Error', description: reasonText(battle.can.accept.reason), kind: 'destructive' })
        }
        busy={pending === 'accept' && 'Accepting'}
        onClick={() => answer.mutate('accept')}
      >
        Accept
      </Button>
      <Button
        size={40}
        kind="secondary"
        busy={pending === 'reject' && 'Rejecting'}
        onClick={() => answer.mutate('reject')}
      >
        Reject
      </Button>
    </div>
  )
}
