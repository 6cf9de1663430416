import { useQuery } from '@tanstack/react-query'
import { useLiveAtOnce, usePollingMs } from '#lib/live/use-live'
import { usePages } from '#lib/use-pages'
import { type BattlePages, countsRead } from '../shared/battle-reads.ts'

const POLL_MS = 15_000

export function useList({ key, load }: BattlePages) {
  useLiveAtOnce('battles')
  return usePages(key, load, { refetchInterval: usePollingMs(POLL_MS) })
}

export function useCounts() {
  useLiveAtOnce('battles')
  return useQuery({ ...countsRead, refetchInterval: usePollingMs(POLL_MS) })
}
