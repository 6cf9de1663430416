import { useEffect, useState } from 'react'
import { serverNow } from '#lib/time/server-clock'

/** Added to each timer, so that an early one shows no second twice. */
const AFTER_MS = 4

/** Returns the milliseconds left. Renders again whenever a second is over, also when the end moves. */
export function useTimeLeft(endsAt: string): number {
  const endMs = Date.parse(endsAt)
  const [, setTicks] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const leftMs = endMs - serverNow()
      const restMs = leftMs > 0 ? leftMs % 1_000 : 1_000
      timer = setTimeout(() => {
        setTicks((ticks) => ticks + 1)
        wait()
      }, restMs + AFTER_MS)
    }
    wait()
    return () => clearTimeout(timer)
  }, [endMs])
  return endMs - serverNow()
}
