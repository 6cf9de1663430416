import { useSyncExternalStore } from 'react'

function mediaHook(condition: string): () => boolean {
  const media = matchMedia(condition)
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

/** Returns whether content is laid out side by side; the same breakpoint as in the styles. */
export const useWide = mediaHook('(min-width: 56rem)')

export const useMedium = mediaHook('(min-width: 40rem)')
