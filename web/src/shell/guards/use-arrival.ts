import { useEffect } from 'react'

let lastPlace: string | null = null

/** Null until loaded, because a visitor's first page doesn't need it. */
let arrive: (() => () => void) | null = null

export const preloadArrival = async (): Promise<void> => {
  arrive = (await import('../focus/focus-screen.ts')).arrive
}

/** Moves scroll position and focus to a new screen, but the first. `place` identifies it; null if unknown. */
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
