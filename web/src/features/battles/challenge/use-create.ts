import type { Body } from '@aura/api/calls'
import { useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { ApiError, errorCode, isUnauthorized } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import type { Intent } from '#lib/intent'
import { read } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { refetchBattles } from '../shared/battle-reads.ts'
import { errorTexts } from '../shared/error-texts.ts'
import { type Fault, fieldOf } from './create-form.ts'

interface CreateOptions {
  isOpen: boolean
  intent: Intent
  onFault: (fault: Fault) => void
  /** Called on every success, before one of the next two. */
  onMade: () => void
  onDone: () => void
  /** The form was closed meanwhile, and perhaps opened again. */
  onGone: () => void
}

export function useCreate({ isOpen, intent, onFault, onMade, onDone, onGone }: CreateOptions) {
  const client = useQueryClient()
  return useWrite({
    isOpen,
    intent,
    send: (body: Body<'POST /api/battles'>, idempotencyKey) => request('POST /api/battles', { body, idempotencyKey }),
    onSuccess: async (battle) => {
      onMade()
      toast({ title: 'Battle request sent', description: `${battle.opponent.username} can accept until it starts.` })
      await Promise.all([refetchBattles(client), client.invalidateQueries(read('GET /api/auth/user'))])
    },
    onStillHere: onDone,
    onGone,
    onError: (error) => {
      if (isUnauthorized(error)) return
      // A challenge without a response may have been created.
      void Promise.all([refetchBattles(client), client.invalidateQueries(read('GET /api/auth/user'))])
      const text = errorText(error, errorTexts.createBattle)
      const field = fieldOf(errorCode(error))
      const reason = error instanceof ApiError && error.serverMessage
      if (field) onFault({ field, text: reason || text.description })
      if (field !== 'own-balance') toast({ ...text, kind: 'destructive' })
    },
  })
}
