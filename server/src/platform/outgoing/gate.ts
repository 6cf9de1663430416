/** Rejects with the signal's reason when aborted while waiting. */
export type Gate = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>

/** Creates a gate whose callers wait in order of arrival. */
export function createGate(max: number): Gate {
  let running = 0
  const waiting = new Set<() => void>()

  function enter(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason)
    if (running < max) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        waiting.delete(start)
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(start)
        reject(signal.reason)
      }
      waiting.add(start)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  function leave(): void {
    const [next] = waiting
    // The slot is passed on, so `running` stays the same.
    if (next) next()
    else running--
  }

  return async (signal, work) => {
    await enter(signal)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
