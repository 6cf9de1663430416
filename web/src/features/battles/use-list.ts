import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useLive, usePollingMs } from '#lib/live/use-live'
import { countsRead, type listRead, type ownRead } from './battle-reads.ts'
import type { Battle, BattleCounts } from './battle-view.ts'

const POLL_MS = 15_000

/** A list of battles, kept fresh; its rows count down by the clock of the server that told them. */
export function useList(read: ReturnType<typeof listRead> | ReturnType<typeof ownRead>): UseQueryResult<Battle[]> {
  useLive('battles')
  return useQuery({ ...read, refetchInterval: usePollingMs(POLL_MS) })
}

/** How many battles there are, kept fresh. */
export function useCounts(): BattleCounts | undefined {
  useLive('battles')
  return useQuery({ ...countsRead, refetchInterval: usePollingMs(POLL_MS) }).data
}
