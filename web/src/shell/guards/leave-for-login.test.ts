import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { preloadToast } from '#ui/feedback/toast'
import { leaveForLogin } from './leave-for-login.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function said(): Promise<void> {
  await preloadToast()
  await vi.advanceTimersByTimeAsync(0)
}

it('goes to the login half a second after saying so', async () => {
  const go = vi.fn()
  leaveForLogin(go)
  await said()
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(499)
  expect(go).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(go).toHaveBeenCalledOnce()
})

it('stays where somebody went elsewhere meanwhile, before and after it was said', async () => {
  const go = vi.fn()
  leaveForLogin(go)()
  await said()
  expect(vi.getTimerCount()).toBe(0)
  const stay = leaveForLogin(go)
  await said()
  stay()
  vi.advanceTimersByTime(5_000)
  expect(go).not.toHaveBeenCalled()
})
