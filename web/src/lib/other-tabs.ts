/** Session messages between tabs of one browser. */
export type SessionEvent = { type: 'ended' } | { type: 'began'; userId: string }

const CHANNEL = 'aura-session'

/** Sends a message to the other tabs. */
export function tellOtherTabs(event: SessionEvent): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(event)
  channel.close()
}

/** Subscribes to messages of other tabs; returns the unsubscribe function. */
export function onSessionElsewhere(hear: (event: SessionEvent) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => hear(data)
  return () => channel.close()
}
