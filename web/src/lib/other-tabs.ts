/** What tabs of one browser tell each other of the session they share. */
export type SessionEvent = { type: 'ended' } | { type: 'began'; userId: string }

const CHANNEL = 'aura-session'

/** Tells the other tabs. */
export function tellOtherTabs(event: SessionEvent): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(event)
  channel.close()
}

/** Hears what the other tabs tell; answers how to stop. */
export function onSessionElsewhere(hear: (event: SessionEvent) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => hear(data)
  return () => channel.close()
}
