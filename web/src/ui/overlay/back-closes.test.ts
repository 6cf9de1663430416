import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPage } from '../../dev/render-hook.ts'

let page: ReturnType<typeof openPage>
let goBack: () => void
beforeEach(() => {
  page = openPage()
  const history = {
    state: null as unknown,
    pushState(state: unknown) {
      this.state = state
    },
    replaceState(state: unknown) {
      this.state = state
    },
    back: () => undefined,
  }
  vi.stubGlobal('history', history)
  vi.stubGlobal('location', { href: 'https://aura.example/' })
  vi.stubGlobal('addEventListener', (_: string, onPopState: () => void) => {
    goBack = () => {
      history.state = null
      onPopState()
    }
  })
})
afterEach(() => page.close())

it('all that is opened while a dialog closes waits for its entry to be left, in order [frame.back-closes]', async () => {
  const { afterDialogs, useBackCloses } = await import('./back-closes.tsx')
  const { useState } = await import('react')
  const dialog = await page.render(new QueryClient(), () => {
    const [isOpen, setOpen] = useState(true)
    useBackCloses(isOpen, () => setOpen(false))
    return { setOpen }
  })
  const opened: string[] = []
  afterDialogs(() => opened.push('first'))
  await page.act(async () => dialog.current.setOpen(false))
  afterDialogs(() => opened.push('second'))
  expect(opened).toEqual([])
  await page.act(async () => goBack())
  expect(opened).toEqual(['first', 'second'])
  afterDialogs(() => opened.push('at once'))
  expect(opened).toHaveLength(3)
})
