const HEARTBEAT_MS = 15_000

export type PresenceCall = 'join' | 'heartbeat' | 'leave'

/** Reports the viewer's presence now and at intervals. Returns a function that stops and reports the end. */
export function keepPresence(call: (what: PresenceCall) => Promise<unknown>): () => void {
  const say = (what: PresenceCall) => void call(what).catch(() => undefined)
  say('join')
  const timer = setInterval(() => say('heartbeat'), HEARTBEAT_MS)
  return () => {
    clearInterval(timer)
    say('leave')
  }
}
