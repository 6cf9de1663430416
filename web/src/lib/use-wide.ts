import { useSyncExternalStore } from 'react'

/** The width from which content is laid out side by side; the same breakpoint as in the styles. */
const WIDE = matchMedia('(min-width: 56rem)')

function subscribe(listener: () => void) {
  WIDE.addEventListener('change', listener)
  return () => WIDE.removeEventListener('change', listener)
}

/** Returns whether the window is wider than a phone's. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => WIDE.matches)
