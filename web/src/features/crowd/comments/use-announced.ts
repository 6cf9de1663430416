import { useEffect, useState } from 'react'

/**
 * Returns whether changes of a log may be announced: not before its initial entries are rendered, all of which a screen
 * reader would read.
 */
export function useAnnounced(isFilled: boolean): boolean {
  const [isAnnounced, setAnnounced] = useState(false)
  useEffect(() => setAnnounced(isFilled), [isFilled])
  return isFilled && isAnnounced
}
