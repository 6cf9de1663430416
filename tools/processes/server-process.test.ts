import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lastingProcess } from './server-process.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

it.each([
  ['', 10],
  ['0', 10],
  ['60', 70],
])('a server with DRAIN_SECONDS=%s has %i s to stop before it is killed', (drain, seconds) => {
  vi.stubEnv('DRAIN_SECONDS', drain)
  const kill = vi.fn()
  void lastingProcess(Object.assign(new EventEmitter(), { kill }) as unknown as ChildProcess).stop()
  vi.advanceTimersByTime(seconds * 1_000 - 1)
  expect(kill).not.toHaveBeenCalledWith('SIGKILL')
  vi.advanceTimersByTime(1)
  expect(kill).toHaveBeenCalledWith('SIGKILL')
})
