export type SessionEvent = { type: 'ended' } | { type: 'began'; userId: string }

let channel: BroadcastChannel | undefined

/** A single channel for both directions: a message reaches every other channel of its name, even in the same tab. */
const shared = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('aura-session')
  return channel
}

export const tellOtherTabs = (event: SessionEvent): void => shared().postMessage(event)

export function onSessionElsewhere(listener: (event: SessionEvent) => void): () => void {
  const onMessage = ({ data }: MessageEvent<SessionEvent>) => listener(data)
  shared().addEventListener('message', onMessage)
  return () => shared().removeEventListener('message', onMessage)
}
