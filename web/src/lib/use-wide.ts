import { useSyncExternalStore } from 'react'

/** From here on there is room for more than one thing beside another; the same width as in the styles. */
const WIDE = matchMedia('(min-width: 56rem)')

function subscribe(listener: () => void) {
  WIDE.addEventListener('change', listener)
  return () => WIDE.removeEventListener('change', listener)
}

/** Whether the window is wider than a phone's. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => WIDE.matches)
