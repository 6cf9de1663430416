import { useEffect, useState } from 'react'
import { GROWTH_MS } from './growth.rules.ts'

const STILL = '(prefers-reduced-motion: reduce)'

/** Returns the milliseconds since `startedAtMs`, updated every frame. Reduced motion skips to the end. */
export function usePassed(startedAtMs: number): number {
  const [passedMs, setPassedMs] = useState(() => (matchMedia(STILL).matches ? GROWTH_MS : Date.now() - startedAtMs))
  const isOver = passedMs >= GROWTH_MS
  useEffect(() => {
    if (isOver) return
    let frame = requestAnimationFrame(function tick() {
      setPassedMs(Date.now() - startedAtMs)
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [startedAtMs, isOver])
  return isOver ? GROWTH_MS : Math.max(0, passedMs)
}
