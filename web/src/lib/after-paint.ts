import { startTransition, useEffect, useState } from 'react'

/**
 * Calls `act` once the next picture and the one after it are painted: effects run between the two, and to measure what
 * they changed would lay the page out in between. Returns a function that cancels it.
 */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Frames call back before they paint.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(act)
    })
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

let isPainted = false

/**
 * Returns false until the page's first picture is painted. A screen renders what begins below that picture once it is
 * true, so that a slow phone doesn't wait for what nobody sees yet.
 */
export function useIsPainted(): boolean {
  const [isReady, setReady] = useState(isPainted)
  useEffect(() => {
    if (isReady) return
    return afterPaint(() => {
      isPainted = true
      startTransition(() => setReady(true))
    })
  }, [isReady])
  return isReady
}
