import { formatWhole } from '@aura/api/money'
import { useQueryClient } from '@tanstack/react-query'
import { Repeat2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { battleRead, refetchBattles } from '../shared/battle-reads.ts'
import type { BattleDetail } from '../shared/battle-view.ts'
import { errorTexts } from '../shared/error-texts.ts'

export function RematchButton({ battle, viewerId }: { battle: BattleDetail; viewerId: string | undefined }) {
  const client = useQueryClient()
  const [, go] = useLocation()
  const ask = useWrite({
    send: (_: null, idempotencyKey) =>
      request('POST /api/battles/:id/rematch', { params: { id: battle.id }, idempotencyKey }),
    onSuccess: async (rematch) => {
      client.setQueryData(battleRead(rematch.id).queryKey, rematch)
      if (rematch.challengerId === viewerId) {
        toast({ title: 'Rematch requested', description: `${rematch.opponent.username} has been notified.` })
      }
      await Promise.all([refetchBattles(client), client.invalidateQueries(read('GET /api/auth/user'))])
    },
    onStillHere: (rematch) => go(paths.battle(rematch.id)),
    onGone: ({ challenger }) => {
      if (challenger.id === viewerId) return
      const description = `${challenger.username} asked first. Accept it under My Battles.`
      toast({ title: 'A rematch is waiting', description })
    },
    onError: (error) => toastFailure(error, errorTexts.rematch),
  })
  if (!battle.can.rematch.allowed) return null
  return (
    <Button kind="secondary" busy={ask.isPending && 'Asking...'} onClick={() => ask.mutate(null)}>
      <Repeat2 size={18} strokeWidth={1.75} aria-hidden="true" />
      Rematch for {formatWhole(battle.challengerStake)} AP
    </Button>
  )
}
