import type { Answer } from '@aura/api/calls'
import { formatWhole } from '@aura/api/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { request } from '#lib/api'
import { Intent, outcomeOf } from '#lib/intent'
import { read } from '#lib/query-client'
import { toast } from '#ui/feedback/toast'
import { battleRead, votesRead } from '../shared/battle-reads.ts'
import type { Side, Vote } from '../shared/battle-view.ts'
import { giftFailure, isVote } from './gift-checks.ts'

export interface GiftOrder {
  side: Side
  amount: number
}

/** Sent but unconfirmed: displayed, but not counted. */
export interface PendingGift {
  key: string
  participantId: string
  amount: number
}

export type GivenGift = Pick<Answer<'POST /api/battles/gift'>, 'seq' | 'participantId' | 'amount'>

export interface FailedGift {
  amount: number
  reason: string
}

interface SentGift extends GiftOrder {
  key: string
  intent: Intent
  listedSeq: number
}

/**
 * Gives Steeze to a side: pending at once, then confirmed or failed with a reason. Each `begin` gives once, however
 * often `give` is called; several gifts may be pending.
 */
export function useGift(
  battleId: string,
  { onGiven, onSettled }: { onGiven: (gift: GivenGift) => void; onSettled: (failed?: GiftOrder) => void },
) {
  const client = useQueryClient()
  const [pending, setPending] = useState<readonly PendingGift[]>([])
  const [failed, setFailed] = useState<FailedGift>()
  const intent = useRef<Intent>(null)
  const mutation = useMutation({
    mutationFn: ({ side, amount, key }: SentGift) => {
      const to = { battleId, participantId: side.person.id }
      return isVote(amount)
        ? request('POST /api/battles/vote', { body: to, idempotencyKey: key })
        : request('POST /api/battles/gift', { body: { ...to, amount }, idempotencyKey: key })
    },
    onSuccess: (given, { amount, key, intent, listedSeq }) => {
      intent.end(key, 'done')
      // The key of an attempt without a response returns that attempt's gift.
      if (given.seq <= listedSeq) {
        const description = `Your earlier gift of ${formatWhole(amount)} Steeze arrived. Nothing more was gifted.`
        toast({ title: 'Already Gifted', description })
      } else {
        onGiven(given)
        toast({ title: 'Steeze Gifted!', description: `Successfully gifted ${formatWhole(amount)} Steeze tokens` })
      }
      onSettled()
    },
    onError: (error, { side, amount, key, intent: its }) => {
      its.end(key, outcomeOf(error))
      // Reopens the form with its intent, so that the retry has the same key.
      intent.current = its
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
  const begin = () => {
    if (!intent.current || intent.current.isRunning) intent.current = new Intent()
    intent.current.reopen()
    setFailed(undefined)
  }
  /** Sends the gift on the first press. Returns whether it was sent. */
  const give = (order: GiftOrder): boolean => {
    const { amount } = order
    const participantId = order.side.person.id
    const key = intent.current?.begin({ participantId, amount }) ?? null
    if (key === null || intent.current === null) return false
    setFailed(undefined)
    setPending((all) => [...all, { key, participantId, amount }])
    const listedSeq = client.getQueryData<Vote[]>(votesRead(battleId).queryKey)?.[0]?.seq ?? 0
    mutation.mutate({ ...order, key, intent: intent.current, listedSeq })
    return true
  }
  return { begin, give, pending, failed }
}
