import { beforeEach, expect, it, vi } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'

const page = pageForEach()
let goBack: () => void
beforeEach(() => {
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

it('all that is opened while a dialog closes waits for its entry to be left, in order [frame.back-closes]', async () => {
  const { afterDialogs, useBackCloses } = await import('./back-closes.tsx')
  const dialog = await page.renderWith(true, (isOpen) => useBackCloses(isOpen, () => {}))
  const opened: string[] = []
  afterDialogs(() => opened.push('first'))
  await dialog.show(false)
  afterDialogs(() => opened.push('second'))
  expect(opened).toEqual([])
  await page.act(async () => goBack())
  expect(opened).toEqual(['first', 'second'])
  afterDialogs(() => opened.push('at once'))
  expect(opened).toHaveLength(3)
})
