import { useState } from 'react'
import { JUST_READ_MS } from '#lib/query-client'

/** Returns whether data is as new as this component. The cache keeps what an earlier visit saw, and that is no baseline. */
export function useIsFresh(dataUpdatedAtMs: number): boolean {
  const [openedMs] = useState(() => Date.now())
  return dataUpdatedAtMs >= openedMs - JUST_READ_MS
}
