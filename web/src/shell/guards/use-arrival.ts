import { useEffect } from 'react'

/** Where one was last; the first screen of a page is where it begins. */
let lastPlace: string | null = null

/** Takes the page and the focus to a new screen; null until it is loaded: a visitor's first page does without it. */
let arrive: (() => () => void) | null = null

/** Preloads the arrival code for screens that link to others. */
export const preloadArrival = async (): Promise<void> => {
  arrive = (await import('../focus/focus-screen.ts')).arrive
}

/**
 * Arriving at another screen, by a link, by the browser's own buttons or by signing in or out: takes the page and the
 * focus there. The first screen is left alone. `place` names the screen; null as long as nobody knows which it is.
 */
export function useArrival(place: string | null): void {
  useEffect(() => {
    if (place === null) return
    const isFirst = lastPlace === null
    const isSame = lastPlace === place
    lastPlace = place
    if (isFirst || isSame) return
    if (arrive) return arrive()
    let isThere = true
    let stop: (() => void) | undefined
    const arriveLate = () => {
      if (isThere) stop = arrive?.()
    }
    void preloadArrival().then(arriveLate, () => {})
    return () => {
      isThere = false
      stop?.()
    }
  }, [place])
}
