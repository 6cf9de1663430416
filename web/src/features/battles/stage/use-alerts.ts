import { useEffect, useState } from 'react'
import type { BattleDetail, Side, Vote } from '../shared/battle-view.ts'
import { endWords } from '../showdown/end/end-words.ts'
import { useJustEnded } from '../showdown/end/use-just-ended.ts'
import { finalStage } from '../showdown/final/final-minute.ts'
import { useTimeLeft } from '../showdown/final/use-time-left.ts'
import { useFreshGifts } from '../showdown/gifts/use-fresh-gifts.ts'
import { heardGift } from '../showdown/gifts/use-gift-moments.ts'
import { type AlertQueue, hearFinalMinute, hearGifts, hearResult, openAlerts, passTime } from './alerts.ts'

/** Returns the alert to show. The battle is the one the page opened with or newer, so it has no older baseline. */
export function useAlerts(
  battle: BattleDetail,
  votes: readonly Vote[] | undefined,
  sides: readonly [Side, Side],
): AlertQueue['shown'] {
  const { giftCount } = battle
  const decide = battle.decidedBy !== 'knowledge'
  const totals = { giftCount, scores: [sides[0].steeze, sides[1].steeze], decide } as const
  const stage = finalStage(useTimeLeft(battle.endsAt))
  const isFinal = decide && stage !== 'none' && battle.status === 'active'
  const [queue, setQueue] = useState(() => openAlerts(totals, isFinal))
  const change = (next: (known: AlertQueue, nowMs: number) => AlertQueue) => {
    const nowMs = performance.now()
    setQueue((known) => next(known, nowMs))
  }
  useFreshGifts(votes, { giftCount, isFresh: true }, (fresh) => {
    const gifts = fresh.map((gift) => heardGift(gift, sides, false))
    change((known, nowMs) => hearGifts(known, gifts, totals, nowMs))
  })
  const hasEnded = useJustEnded(battle, true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when it begins
  useEffect(() => {
    if (isFinal) change(hearFinalMinute)
  }, [isFinal])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when it has ended
  useEffect(() => {
    if (!hasEnded) return
    const side = ([0, 1] as const).find((side) => sides[side].person.id === battle.winnerId) ?? null
    const result = { side, gifter: endWords(battle, undefined).gifter }
    change((known, nowMs) => hearResult(known, result, nowMs))
  }, [hasEnded])
  const untilMs = queue.shown?.untilMs
  useEffect(() => {
    if (untilMs === undefined) return
    const timer = setTimeout(() => {
      const nowMs = Math.max(untilMs, performance.now())
      setQueue((known) => passTime(known, nowMs))
    }, untilMs - performance.now())
    return () => clearTimeout(timer)
  }, [untilMs])
  return queue.shown
}
