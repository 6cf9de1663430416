import { useEffect, useRef } from 'react'
import type { Vote } from '../../shared/battle-view.ts'

/** Older than the newest by more, a gift is history: the page was offline. */
const HISTORY_MS = 8_000

/** Reports gifts that arrive while the page is open, newest first, and how many more there were than are listed. */
export function useFreshGifts(
  votes: readonly Vote[] | undefined,
  onFresh: (gifts: readonly Vote[], missed: number) => void,
): void {
  const newestSeq = useRef<number | null>(null)
  const told = useRef(onFresh)
  told.current = onFresh
  useEffect(() => {
    const [newest] = votes ?? []
    if (!votes) return
    const since = newestSeq.current
    newestSeq.current = newest?.seq ?? 0
    if (since === null || !newest || newest.seq <= since) return
    const oldestMs = Date.parse(newest.createdAt) - HISTORY_MS
    const unheard = votes.filter(({ seq }) => seq > since)
    const fresh = unheard.filter(({ createdAt }) => Date.parse(createdAt) >= oldestMs)
    // Only a full list whose oldest gift is fresh too leaves some out.
    const missed = fresh.length === votes.length ? newest.seq - since - fresh.length : 0
    told.current(fresh, missed)
  }, [votes])
}
