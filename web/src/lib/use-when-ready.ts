import { useEffect, useEffectEvent, useState } from 'react'

/** Returns `act` that waits until `isReady` if it has to, and whether it waits. `cancel` forgets it. */
export function useWhenReady(isReady: boolean, act: () => void) {
  const [isWaiting, setWaiting] = useState(false)
  const run = useEffectEvent(act)
  useEffect(() => {
    if (!isWaiting || !isReady) return
    setWaiting(false)
    run()
  }, [isWaiting, isReady])
  return { isWaiting, act: isReady ? act : () => setWaiting(true), cancel: () => setWaiting(false) }
}
