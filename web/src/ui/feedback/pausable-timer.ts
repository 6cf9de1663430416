/** A toast's timer: pauses while somebody reads and continues with the rest. */
export function createPausableTimer(durationMs: number, onEnd: () => void) {
  let leftMs = durationMs
  let startedAtMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    run() {
      if (timer !== undefined) return
      startedAtMs = Date.now()
      timer = setTimeout(onEnd, leftMs)
    },
    pause() {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      leftMs -= Date.now() - startedAtMs
    },
  }
}
