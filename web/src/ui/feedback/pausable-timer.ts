/** Creates a toast's timer, which pauses while the toast is being read. */
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
