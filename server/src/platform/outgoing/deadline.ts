class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded'
}

/** Aborts the signal of `work` after `ms` or with `outer`. The timer ends with the work. */
export async function withDeadline<T>(
  ms: number,
  outer: AbortSignal | null | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const stop = () => controller.abort(outer?.reason)
  const timer = setTimeout(() => controller.abort(new DeadlineExceeded(`no response within ${ms} ms`)), ms)
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop, { once: true })
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stop)
  }
}
