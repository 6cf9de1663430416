import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { User } from '#features/auth'
import { readKey } from '#lib/query-client'
import { serverNow, useServerNow } from '#lib/time/server-clock'
import { timesIn } from '#lib/time/times'
import { refetchDay } from './refetch-day.ts'

/** Tolerance for a clock that is ahead of the server's. */
const SKEW_MS = 1_000
const RETRY_MS = 30_000

export function hasDayBegun(timeZone: string, sinceMs: number, nowMs: number): boolean {
  const { day } = timesIn(timeZone)
  return nowMs > sinceMs && day(nowMs - SKEW_MS) !== day(sinceMs - SKEW_MS)
}

/** Refetches what depends on the day at the user's midnight, on every screen. */
export function NewDay({ user: { timeZone } }: { user: User }): null {
  const client = useQueryClient()
  const [readMs, setReadMs] = useState(() => Date.now())
  const nowMs = useServerNow(1_000)
  const sinceMs = readMs + serverNow() - Date.now()
  const isOver = hasDayBegun(timeZone, sinceMs, nowMs)
  useEffect(() => {
    if (!isOver) return
    const readAgain = async () => {
      const startMs = Date.now()
      await refetchDay(client)
      // A refetch that failed offline is retried.
      const { dataUpdatedAt = 0 } = client.getQueryState(readKey('GET /api/auth/user')) ?? {}
      if (dataUpdatedAt >= startMs) setReadMs(startMs)
    }
    void readAgain()
    const again = setInterval(() => void readAgain(), RETRY_MS)
    return () => clearInterval(again)
  }, [isOver, client])
  return null
}
