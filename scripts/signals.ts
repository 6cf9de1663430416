/** Signals of one wish come in a bunch (from the terminal, from npm, from bootstrap); a later one is a new wish. */
const SAME_WISH_MS = 1_000

/**
 * Calls `stop` once when this process is asked to end, or when the one that started it is gone, and `hurry` when it is
 * asked again because that takes too long.
 */
export function onStopRequest(stop: () => void, hurry: () => void): void {
  let askedAtMs: number | null = null
  const ask = () => {
    if (askedAtMs === null) {
      askedAtMs = Date.now()
      stop()
    } else if (Date.now() - askedAtMs > SAME_WISH_MS) hurry()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  process.on('disconnect', ask)
  // Listening to the channel must not keep a finished script running.
  process.channel?.unref()
}
