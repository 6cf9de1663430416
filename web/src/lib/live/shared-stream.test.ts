import { MAX_LIVE_TOPICS } from '@aura/api/rules/live'
import { afterEach, expect, it, vi } from 'vitest'
import { SharedStream } from './shared-stream.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('follows its own topics and those of the tabs that moved last, no more than a stream may have', () => {
  vi.useFakeTimers()
  const asked: string[][] = []
  const channel: { onmessage?: (event: { data: unknown }) => void; postMessage(): void } = { postMessage() {} }
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', (url: string) => {
    asked.push((new URL(url, 'http://aura.test').searchParams.get('topics') ?? '').split(','))
    return new Promise(() => {})
  })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        // biome-ignore lint/correctness/noConstructorReturn: the test speaks for the other tabs
        return channel
      }
    },
  )
  const stream = new SharedStream({ onState() {}, onSignal() {}, onStatus() {}, onSessionEnd() {} })
  stream.want(['user', 'battle:own'])
  const want = (tab: string, topics: readonly string[]) =>
    channel.onmessage?.({ data: { type: 'want', tab, topics, isUrgent: false } })
  for (let at = 0; at < MAX_LIVE_TOPICS; at++) want(`tab ${at}`, [`battle:${at}`])
  want('tab 0', ['battle:moved'])
  vi.advanceTimersByTime(2_000)
  const followed = asked.at(-1) ?? []
  expect(followed).toHaveLength(MAX_LIVE_TOPICS)
  for (const topic of ['user', 'battle:own', 'battle:moved', `battle:${MAX_LIVE_TOPICS - 1}`]) {
    expect(followed).toContain(topic)
  }
  expect(followed).not.toContain('battle:1')
})
