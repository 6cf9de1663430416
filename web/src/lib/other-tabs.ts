export type SessionEvent = { type: 'ended' } | { type: 'began'; userId: string }

import { openChannel } from './browser-storage.ts'

let channel: BroadcastChannel | undefined

/** A single channel for both directions: a message reaches every other channel of its name, even in the same tab. */
const shared = (): BroadcastChannel | undefined => {
  channel ??= openChannel('aura-session')
  return channel
}

export const tellOtherTabs = (event: SessionEvent): void => shared()?.postMessage(event)

export function onSessionElsewhere(listener: (event: SessionEvent) => void): () => void {
  const onMessage = ({ data }: MessageEvent<SessionEvent>) => listener(data)
  shared()?.addEventListener('message', onMessage)
  return () => shared()?.removeEventListener('message', onMessage)
}
