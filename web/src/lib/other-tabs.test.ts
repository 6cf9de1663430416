import { expect, it, vi } from 'vitest'
import { onSessionElsewhere, type SessionEvent, tellOtherTabs } from './other-tabs.ts'

it('reaches the other tabs, not the one that tells, until it stops listening', async () => {
  const other = new BroadcastChannel('aura-session')
  const there: SessionEvent[] = []
  other.addEventListener('message', ({ data }: MessageEvent<SessionEvent>) => there.push(data))
  const heard: SessionEvent[] = []
  const stopped: SessionEvent[] = []
  const stop = onSessionElsewhere((event) => heard.push(event))
  onSessionElsewhere((event) => stopped.push(event))()
  const began = { type: 'began', userId: 'ada' } as const
  tellOtherTabs({ type: 'ended' })
  await vi.waitFor(() => expect(there).toEqual([{ type: 'ended' }]))
  other.postMessage(began)
  await vi.waitFor(() => expect(heard).toEqual([began]))
  expect(stopped).toEqual([])
  stop()
  other.close()
})
