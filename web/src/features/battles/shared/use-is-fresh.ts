import { useState } from 'react'
import { JUST_READ_MS } from '#lib/query-client'

/** Returns whether data is newer than this mount. Cached data is no baseline for changes. */
export function useIsFresh(dataUpdatedAtMs: number): boolean {
  const [openedMs] = useState(() => Date.now())
  return dataUpdatedAtMs >= openedMs - JUST_READ_MS
}
