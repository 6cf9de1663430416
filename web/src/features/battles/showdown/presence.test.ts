import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPresence, type PresenceCall } from './presence.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('beats every 15 s from joining until leaving, whether anybody hears it or not [battles.presence-failures-silent]', async () => {
  const said: PresenceCall[] = []
  const leave = keepPresence(async (what) => {
    said.push(what)
    throw new Error('no network')
  })
  await vi.advanceTimersByTimeAsync(14_999)
  expect(said).toEqual(['join'])
  await vi.advanceTimersByTimeAsync(1)
  expect(said).toEqual(['join', 'heartbeat'])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(said).toEqual(['join', 'heartbeat', 'heartbeat', 'heartbeat'])
  leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(said.slice(4)).toEqual(['leave'])
})
