import { useEffect, useState } from 'react'
import { GROWTH_MS } from './growth.rules.ts'

const STILL = '(prefers-reduced-motion: reduce)'

/** Returns the milliseconds since `id` was first rendered, updated every frame. Reduced motion skips to the end. */
export function usePassed(id: number): number {
  const [started, setStarted] = useState(() => ({ id, atMs: Date.now() }))
  if (started.id !== id) setStarted({ id, atMs: Date.now() })
  const [nowMs, setNowMs] = useState(started.atMs)
  const [isStill] = useState(() => matchMedia(STILL).matches)
  const passedMs = isStill ? GROWTH_MS : nowMs - started.atMs
  const isOver = passedMs >= GROWTH_MS
  useEffect(() => {
    if (isOver) return
    let frame = requestAnimationFrame(function tick() {
      setNowMs(Date.now())
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [isOver])
  return isOver ? GROWTH_MS : Math.max(0, passedMs)
}
