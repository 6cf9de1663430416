import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'

const page = pageForEach()

const Dialog = () => null

async function lateDialogOf(load: () => Promise<{ default: () => null }>) {
  const { lateDialog } = await import('./late-dialog.tsx')
  const { toasts } = await import('#ui/feedback/toast')
  const { useState } = await import('react')
  const Late = lateDialog<{ open: boolean; onClose: () => void }>(load)
  const mount = async () => {
    const dialog = await page.renderAlone(() => {
      const [open, setOpen] = useState(false)
      return { open, press: () => setOpen(true), shown: Late({ open, onClose: () => setOpen(false) }) }
    })
    return { dialog, press: () => page.act(async () => dialog.current.press()) }
  }
  return { Late, toasts, mount }
}

it('a dialog whose code does not load closes with a toast, and the next press loads again', async () => {
  const load = vi.fn(async () => ({ default: Dialog }))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const { toasts, mount } = await lateDialogOf(load)
  const { dialog, press } = await mount()
  expect(load).not.toHaveBeenCalled()
  await press()
  expect(dialog.current).toMatchObject({ open: false, shown: null })
  expect(toasts.current()?.description).toBe('Check your connection, then reload the page.')
  await press()
  expect(dialog.current).toMatchObject({ open: true, shown: { type: Dialog } })
  expect(load).toHaveBeenCalledTimes(2)
})

it('a dialog that was loaded ahead is there at once, and a failed preload says nothing', async () => {
  const load = vi.fn(async () => ({ default: Dialog }))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const { Late, toasts, mount } = await lateDialogOf(load)
  await Late.preload()
  expect(toasts.current()).toBeNull()
  await Late.preload()
  const { dialog, press } = await mount()
  await press()
  expect(dialog.current.shown).toMatchObject({ type: Dialog })
  expect(load).toHaveBeenCalledTimes(2)
})
