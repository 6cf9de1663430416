import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usePollingMs } from '#lib/live/use-live'
import { votesRead } from './battle-reads.ts'
import type { BattleDetail, Vote } from './battle-view.ts'

const POLL_MS = 3_000
/** Shortest time between refetches, however many gifts arrive. */
const PACE_MS = 1_000

/**
 * Returns the newest gifts, newest first; undefined until loaded. Refetches if the battle counts more than the newest
 * one's number, since the cache may have an earlier visit's list, and polls without a stream.
 */
export function useGifts({ id, giftCount, status }: BattleDetail): readonly Vote[] | undefined {
  const client = useQueryClient()
  const pollMs = usePollingMs(POLL_MS)
  const isActive = status === 'active'
  const { data } = useQuery({ ...votesRead(id), refetchInterval: isActive ? pollMs : false })
  const listed = data && (data[0]?.seq ?? 0)
  const lastMs = useRef(0)
  useEffect(() => {
    if (listed === undefined || listed >= giftCount) return
    const timer = setTimeout(
      () => {
        lastMs.current = Date.now()
        void client.invalidateQueries(votesRead(id))
      },
      Math.max(0, lastMs.current + PACE_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [giftCount, listed, id, client])
  return data
}
