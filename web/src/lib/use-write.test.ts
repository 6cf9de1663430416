import { expect, it, vi } from 'vitest'
import { pageForEach } from '../dev/render-hook.ts'

const page = pageForEach()

async function slowWrite({ isForm = false } = {}) {
  const { useWrite } = await import('./use-write.ts')
  const { promise, resolve } = Promise.withResolvers<string>()
  const heard = { onSuccess: vi.fn(), onStillHere: vi.fn(), onGone: vi.fn() }
  const write = await page.renderWith(true, (isOpen) =>
    useWrite({ send: (_: null) => promise, ...heard, ...(isForm && { isOpen }) }),
  )
  await page.act(async () => write.current.mutate(null))
  const respond = () => page.act(async () => resolve('made'))
  return { ...heard, leave: write.unmount, open: write.show, respond }
}

it('leads on while the component that asked is mounted', async () => {
  const { onSuccess, onStillHere, onGone, respond } = await slowWrite()
  await respond()
  expect(onSuccess).toHaveBeenCalledOnce()
  expect(onStillHere).toHaveBeenCalledExactlyOnceWith('made')
  expect(onGone).not.toHaveBeenCalled()
})

it('leads nobody away who has gone elsewhere', async () => {
  const { onSuccess, onStillHere, onGone, leave, respond } = await slowWrite()
  await leave()
  await respond()
  expect(onSuccess).toHaveBeenCalledOnce()
  expect(onStillHere).not.toHaveBeenCalled()
  expect(onGone).toHaveBeenCalledExactlyOnceWith('made')
})

it('leaves a form alone that was closed and opened again', async () => {
  const { onStillHere, onGone, open, respond } = await slowWrite({ isForm: true })
  await open(false)
  await open(true)
  await respond()
  expect(onStillHere).not.toHaveBeenCalled()
  expect(onGone).toHaveBeenCalledOnce()
})

it('closes the form that sent it', async () => {
  const { onStillHere, respond } = await slowWrite({ isForm: true })
  await respond()
  expect(onStillHere).toHaveBeenCalledOnce()
})

it.each([
  ['once if it is pressed while it closes', false, 1],
  ['again if it was opened again', true, 2],
])('a form is sent %s before all that follows a success was done', async (_, isReopened, times) => {
  const { useWrite } = await import('./use-write.ts')
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = vi.fn(async (_: null, __: string) => 'made')
  const { useState } = await import('react')
  const form = await page.renderAlone(() => {
    const [isOpen, setOpen] = useState(true)
    return { setOpen, write: useWrite({ isOpen, send, onSuccess: () => promise, onStillHere: () => setOpen(false) }) }
  })
  const press = async () => {
    await page.act(async () => form.current.write.mutate(null))
    await page.pass(10)
  }
  await press()
  if (isReopened) await page.act(async () => form.current.setOpen(true))
  await page.act(async () => resolve())
  await press()
  expect(new Set(send.mock.calls.map(([, key]) => key)).size).toBe(times)
  expect(send).toHaveBeenCalledTimes(times)
})

it('the next attempt withdraws the failure of the last, shown or queued [frame.retry-withdraws-failure]', async () => {
  const { useWrite } = await import('./use-write.ts')
  const { toastFailure } = await import('./toast-failure.ts')
  const { toast, toasts } = await import('#ui/feedback/toast')
  let isLost = true
  const write = await page.renderAlone(() =>
    useWrite({
      send: async (_: null) => {
        if (isLost) throw new Error('lost')
      },
      onError: (error) => toastFailure(error, { title: 'Error', description: 'Failed to complete lesson' }),
    }),
  )
  const dismiss = toast({ title: 'Shown before' })
  await page.act(async () => write.current.mutate(null))
  await page.pass(0)
  isLost = false
  await page.act(async () => write.current.mutate(null))
  dismiss()
  expect(toasts.current()).toBeNull()
})
