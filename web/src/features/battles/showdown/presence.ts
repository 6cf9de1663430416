const HEARTBEAT_MS = 15_000

export type PresenceCall = 'join' | 'heartbeat' | 'leave'

/** Reports the viewer's presence now and at intervals. Returns a function that stops and reports the end. */
export function keepPresence(call: (what: PresenceCall) => Promise<unknown>): () => void {
  const report = (what: PresenceCall) => void call(what).catch(() => undefined)
  report('join')
  const timer = setInterval(() => report('heartbeat'), HEARTBEAT_MS)
  return () => {
    clearInterval(timer)
    report('leave')
  }
}
