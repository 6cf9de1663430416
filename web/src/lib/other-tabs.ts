export type SessionEvent = { type: 'ended' } | { type: 'began'; userId: string }

let channel: BroadcastChannel | undefined

/** One for sending and hearing: a message reaches every other channel of its name, this tab's included. */
const shared = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('aura-session')
  return channel
}

export const tellOtherTabs = (event: SessionEvent): void => shared().postMessage(event)

/** Returns the unsubscribe function. */
export function onSessionElsewhere(hear: (event: SessionEvent) => void): () => void {
  const heard = ({ data }: MessageEvent<SessionEvent>) => hear(data)
  shared().addEventListener('message', heard)
  return () => shared().removeEventListener('message', heard)
}
