import type { QueryClient } from '@tanstack/react-query'
import { applyState } from './apply-state.ts'
import { type LiveStatus, SharedStream } from './shared-stream.ts'
import type { LiveSignal } from './stream.ts'

/** Grace period, because a sign-out in this tab is reported by its own response. */
const SESSION_END_MS = 1_500

interface PageStreamOptions {
  onSignal: (signal: LiveSignal) => void
  onStatus: (status: LiveStatus) => void
}

/** Opens the page's stream, which updates cached reads and follows the page's visibility and connection. */
export function openPageStream(client: QueryClient, { onSignal, onStatus }: PageStreamOptions): SharedStream {
  const stream = new SharedStream({
    onState: (state) => applyState(client, state),
    onSignal,
    onStatus,
    onSessionEnd: () => {
      setTimeout(() => {
        const queryKey = ['/api/auth/user']
        if (client.getQueryData(queryKey)) void client.invalidateQueries({ queryKey })
      }, SESSION_END_MS)
    },
  })
  addEventListener('online', () => stream.wake())
  document.addEventListener('visibilitychange', () => stream.wake())
  addEventListener('pagehide', () => stream.leave())
  addEventListener('pageshow', () => stream.wake())
  return stream
}
