import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toasts } from '#ui/feedback/toast'
import { leaveForLogin } from './leave-for-login.ts'

beforeEach(() => {
  // Other suites of this process leave toasts.
  for (let toast = toasts.current(); toast; toast = toasts.current()) toasts.dismiss(toast.id)
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

it('goes to the login half a second after the message was painted, however late that is [access.logged-out-read]', () => {
  const go = vi.fn()
  leaveForLogin(go)
  vi.advanceTimersByTime(5_000)
  expect(go).not.toHaveBeenCalled()
  toasts.current()?.onShown?.()
  vi.advanceTimersByTime(499)
  expect(go).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(go).toHaveBeenCalledOnce()
})

it('stays where somebody went elsewhere meanwhile, before and after it was said', () => {
  const go = vi.fn()
  leaveForLogin(go)()
  toasts.current()?.onShown?.()
  expect(vi.getTimerCount()).toBe(0)
  toasts.dismiss(toasts.current()?.id ?? 0)
  const stay = leaveForLogin(go)
  toasts.current()?.onShown?.()
  stay()
  vi.advanceTimersByTime(5_000)
  expect(go).not.toHaveBeenCalled()
})
