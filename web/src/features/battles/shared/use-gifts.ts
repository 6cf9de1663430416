import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usePollingMs } from '#lib/live/use-live'
import { votesRead } from './battle-reads.ts'
import type { BattleDetail, Vote } from './battle-view.ts'

const POLL_MS = 3_000
/** Refetches at most this often, however many gifts arrive. */
const PACE_MS = 1_000

/** The newest gifts first; undefined until loaded. Refetched when the count grows, or polled without a stream. */
export function useGifts({ id, giftCount, status }: BattleDetail): readonly Vote[] | undefined {
  const client = useQueryClient()
  const pollMs = usePollingMs(POLL_MS)
  const isActive = status === 'active'
  const { data } = useQuery({ ...votesRead(id), refetchInterval: isActive ? pollMs : false })
  const known = useRef(giftCount)
  const lastMs = useRef(0)
  useEffect(() => {
    if (known.current === giftCount) return
    const timer = setTimeout(
      () => {
        known.current = giftCount
        lastMs.current = Date.now()
        void client.invalidateQueries(votesRead(id))
      },
      Math.max(0, lastMs.current + PACE_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [giftCount, id, client])
  return data
}
