import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '#lib/api'
import { ApiError } from '#lib/api-error'
import { read } from '#lib/query-client'
import { toast } from '#ui/toast'
import { battleRead } from './battle-reads.ts'
import type { Side } from './battle-view.ts'
import { giftFailure, isVote } from './gift-checks.ts'

export interface GiftOrder {
  side: Side
  /** Steeze. */
  amount: number
}

/** A gift that was sent and not heard of yet. It counts nowhere; it only shows. */
export interface PendingGift {
  key: string
  participantId: string
  amount: number
}

/** A gift that was taken back. */
export interface FailedGift {
  amount: number
  reason: string
}

/** Gives Steeze to a side: it shows at once as pending, and then settles or is taken back with its reason. */
export function useGift(battleId: string, { onSettled }: { onSettled: (failed?: GiftOrder) => void }) {
  const client = useQueryClient()
  const [pending, setPending] = useState<readonly PendingGift[]>([])
  const [failed, setFailed] = useState<FailedGift>()
  // An answer that was not heard is asked for again under the same key, so that no gift is given twice.
  const [unheard, setUnheard] = useState<{ participantId: string; amount: number; key: string } | null>(null)
  const mutation = useMutation({
    mutationFn: ({ side, amount, key }: GiftOrder & { key: string }) => {
      const to = { battleId, participantId: side.person.id }
      return isVote(amount)
        ? request('POST /api/battles/vote', { body: to, idempotencyKey: key })
        : request('POST /api/battles/gift', { body: { ...to, amount }, idempotencyKey: key })
    },
    onSuccess: (_, { amount }) => {
      setUnheard(null)
      toast({ title: 'Steeze Gifted!', description: `Successfully gifted ${amount} Steeze tokens` })
      onSettled()
    },
    onError: (error, { side, amount, key }) => {
      const isRefused = error instanceof ApiError && error.status < 500
      setUnheard(isRefused ? null : { participantId: side.person.id, amount, key })
      const text = giftFailure(error, amount)
      setFailed({ amount, reason: text.description })
      toast({ ...text, kind: 'destructive' })
      onSettled({ side, amount })
    },
    onSettled: async (_, __, { key }) => {
      await Promise.all([
        client.invalidateQueries(battleRead(battleId)),
        client.invalidateQueries(read('GET /api/steeze/balance')),
      ])
      setPending((all) => all.filter((gift) => gift.key !== key))
    },
  })
  const give = (order: GiftOrder) => {
    const participantId = order.side.person.id
    const isSame = unheard?.participantId === participantId && unheard.amount === order.amount
    const key = isSame ? unheard.key : crypto.randomUUID()
    setFailed(undefined)
    setPending((all) => [...all, { key, participantId, amount: order.amount }])
    mutation.mutate({ ...order, key })
  }
  return { give, pending, failed, clearFailed: () => setFailed(undefined) }
}
