import { useEffect, useRef, useState } from 'react'
import { serverNow } from '#lib/time/server-clock'
import type { BattleDetail } from './battle-view.ts'

/** Late leads that a page learns of later are not announced: the clock and the note show their end. */
const NEWS_MS = 5_000

/** Returns the number of the late lead to announce: the last that moved the end while the page was open, or 0. */
export function useLateLead({ extendedAt }: Pick<BattleDetail, 'extendedAt'>): number {
  const count = extendedAt.length
  const lastAt = extendedAt.at(-1)
  const known = useRef(count)
  const [announced, setAnnounced] = useState(0)
  useEffect(() => {
    const isNews = lastAt !== undefined && serverNow() - Date.parse(lastAt) < NEWS_MS
    if (count > known.current && isNews) setAnnounced(count)
    known.current = count
  }, [count, lastAt])
  return announced === count ? announced : 0
}
