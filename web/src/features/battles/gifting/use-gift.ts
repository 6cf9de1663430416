import type { Answer } from '@aura/api/calls'
import { formatWhole } from '@aura/api/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { request } from '#lib/api'
import { errorCode } from '#lib/api-error'
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
  sentAtMs: number
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
  /** Set for a tap's gift: gets its answer, gives what is there if the balance is short, and is told by its combo. */
  onAnswer?: (answer: Promise<GivenGift>) => void
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
    mutationFn: ({ side, amount, key, onAnswer }: SentGift) => {
      const send = (sum: number, sumsKey: string) => {
        const to = { battleId, participantId: side.person.id }
        return isVote(sum)
          ? request('POST /api/battles/vote', { body: to, idempotencyKey: sumsKey })
          : request('POST /api/battles/gift', { body: { ...to, amount: sum }, idempotencyKey: sumsKey })
      }
      if (!onAnswer) return send(amount, key)
      const answer = send(amount, key).catch(async (error: unknown) => {
        if (errorCode(error) !== 'GIFT_STEEZE_TOO_LOW') throw error
        const left = await request('GET /api/steeze/balance').then(steezeOf)
        // The refusal is final, so a smaller sum is another gift.
        if (left === 0 || left >= amount) throw error
        return send(left, crypto.randomUUID())
      })
      onAnswer(answer)
      return answer
    },
    onSuccess: (given, { amount, key, intent, listedSeq, onAnswer }) => {
      intent.end(key, 'done')
      if (onAnswer) return onGiven(given)
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
    onError: (error, { side, amount, key, intent: its, onAnswer }) => {
      const outcome = outcomeOf(error)
      its.end(key, outcome)
      // A tap's gift needs the form only for a retry of what may have arrived, or for buying.
      const needsForm = !onAnswer || outcome === 'unheard' || errorCode(error) === 'GIFT_STEEZE_TOO_LOW'
      if (!needsForm) return void toast({ ...giftFailure(error, amount), kind: 'destructive' })
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
        client.invalidateQueries(read('GET /api/auth/user')),
      ])
      setPending((all) => all.filter((gift) => gift.key !== key))
    },
  })
  const begin = () => {
    if (!intent.current || intent.current.isRunning) intent.current = new Intent()
    intent.current.reopen()
    setFailed(undefined)
  }
  const send = (order: GiftOrder, its: Intent, onAnswer?: SentGift['onAnswer']): boolean => {
    const { amount } = order
    const participantId = order.side.person.id
    const key = its.begin({ participantId, amount })
    if (key === null) return false
    setFailed(undefined)
    setPending((all) => [...all, { key, participantId, amount, sentAtMs: Date.now() }])
    const listedSeq = client.getQueryData<Vote[]>(votesRead(battleId).queryKey)?.[0]?.seq ?? 0
    mutation.mutate({ ...order, key, intent: its, listedSeq, ...(onAnswer && { onAnswer }) })
    return true
  }
  /** Sends the gift on the first press. Returns whether it was sent. */
  const give = (order: GiftOrder): boolean => intent.current !== null && send(order, intent.current)
  /** Sends a sum of taps as a gift of its own. Resolves with what was given, which is less if the balance is. */
  const giveTaps = (order: GiftOrder): Promise<GivenGift> =>
    new Promise((resolve) => send(order, new Intent(), resolve))
  return { begin, give, giveTaps, pending, failed }
}

const steezeOf = ({ purchasedSteeze, battleEarnedSteeze }: Answer<'GET /api/steeze/balance'>): number =>
  purchasedSteeze + battleEarnedSteeze
