/** A single Ctrl-C arrives several times (terminal, npm, bootstrap); later signals are new requests. */
const SAME_WISH_MS = 1_000

/** Calls `stop` once on a stop request or when the parent is gone, and `hurry` on a second request. */
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
  // The channel must not keep a finished script alive.
  process.channel?.unref()
}
