const HEARTBEAT_MS = 15_000

export type PresenceCall = 'join' | 'heartbeat' | 'leave'

/**
 * Says that somebody watches: once now, again in intervals, and at the end, which is when the answered function is called.
 * Nobody is told when that fails.
 */
export function keepPresence(call: (what: PresenceCall) => Promise<unknown>): () => void {
  const say = (what: PresenceCall) => void call(what).catch(() => undefined)
  say('join')
  const timer = setInterval(() => say('heartbeat'), HEARTBEAT_MS)
  return () => {
    clearInterval(timer)
    say('leave')
  }
}
