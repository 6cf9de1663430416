import { useEffect, useRef } from 'react'
import type { Vote } from '../../shared/battle-view.ts'

/** Gifts older than the newest by more are not shown, because the page was offline. */
const HISTORY_MS = 8_000

interface GiftCount {
  giftCount: number
  isFresh: boolean
}

/**
 * Reports gifts that arrive while the page is open, newest first, and the number of gifts missing from the list. Gifts
 * are numbered, so the first fresh count separates them from earlier ones; the list may be older or newer than that
 * count.
 */
export function useFreshGifts(
  votes: readonly Vote[] | undefined,
  { giftCount, isFresh }: GiftCount,
  onFresh: (gifts: readonly Vote[], missed: number) => void,
): void {
  const newestSeq = useRef<number | null>(null)
  const handler = useRef(onFresh)
  handler.current = onFresh
  useEffect(() => {
    if (!isFresh) return
    const since = newestSeq.current ?? giftCount
    const [newest] = votes ?? []
    newestSeq.current = Math.max(since, newest?.seq ?? 0)
    if (!votes || !newest || newest.seq <= since) return
    const oldestMs = Date.parse(newest.createdAt) - HISTORY_MS
    const unheard = votes.filter(({ seq }) => seq > since)
    const fresh = unheard.filter(({ createdAt }) => Date.parse(createdAt) >= oldestMs)
    // Only a full list whose oldest gift is also fresh leaves some out.
    const missed = fresh.length === votes.length ? newest.seq - since - fresh.length : 0
    handler.current(fresh, missed)
  }, [votes, giftCount, isFresh])
}
