export type SessionEvent = { type: 'ended' } | { type: 'began'; userId: string }

const CHANNEL = 'aura-session'

export function tellOtherTabs(event: SessionEvent): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(event)
  channel.close()
}

/** Returns the unsubscribe function. */
export function onSessionElsewhere(hear: (event: SessionEvent) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => hear(data)
  return () => channel.close()
}
