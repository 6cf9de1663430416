import { useEffect, useState } from 'react'

/** Returns whether to announce a log's changes: not before its first entries, which would all be read. */
export function useAnnounced(isFilled: boolean): boolean {
  const [isAnnounced, setAnnounced] = useState(false)
  useEffect(() => setAnnounced(isFilled), [isFilled])
  return isFilled && isAnnounced
}
