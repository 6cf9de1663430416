/** Returns a signal that aborts with the first of these; the floor's browsers lack `AbortSignal.any`. */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const either = new AbortController()
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { signal: either.signal })
  }
  return either.signal
}
