import { describe, expect, it, vi } from 'vitest'
import { createToastQueue } from './toast-queue.ts'

describe('createToastQueue', () => {
  it('shows one at a time, in order [frame.const-toast-limit] [frame.toast-queue]', () => {
    const queue = createToastQueue()
    const heard = vi.fn()
    queue.subscribe(heard)
    queue.add({ title: 'One' })
    queue.add({ title: 'Two', kind: 'destructive', durationMs: 6_000 })
    expect(queue.current()).toMatchObject({ title: 'One', kind: 'default', durationMs: 5_000 })
    queue.dismiss(queue.current()?.id ?? -1)
    expect(queue.current()).toMatchObject({ title: 'Two', kind: 'destructive', durationMs: 6_000 })
    queue.dismiss(queue.current()?.id ?? -1)
    expect(queue.current()).toBeNull()
    expect(heard).toHaveBeenCalledTimes(4)
  })

  it('does not let an old timer end a newer toast', () => {
    const queue = createToastQueue()
    queue.add({ title: 'One' })
    const old = queue.current()?.id ?? -1
    queue.dismiss(old)
    queue.add({ title: 'Two' })
    queue.dismiss(old)
    expect(queue.current()?.title).toBe('Two')
  })

  it('takes back one that waits, and leaves the others', () => {
    const queue = createToastQueue()
    queue.add({ title: 'One' })
    const waiting = queue.add({ title: 'Two' })
    queue.add({ title: 'Three' })
    queue.dismiss(waiting)
    expect(queue.current()?.title).toBe('One')
    queue.dismiss(queue.current()?.id ?? -1)
    expect(queue.current()?.title).toBe('Three')
  })

  it('says the same thing once, not twice in a row', () => {
    const queue = createToastQueue()
    queue.add({ title: 'Error', description: 'x' })
    queue.add({ title: 'Error', description: 'x' })
    queue.dismiss(queue.current()?.id ?? -1)
    expect(queue.current()).toBeNull()
  })
})
