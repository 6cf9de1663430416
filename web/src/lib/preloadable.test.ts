import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { preloadable } from './preloadable.ts'

const Screen = () => 'the screen'

async function show({ Component }: ReturnType<typeof preloadable>): Promise<string> {
  const html = renderToString(createElement(Component, { fallback: 'loading' }))
  await new Promise(setImmediate)
  return html
}

it('loads anew when it is shown again after a load that failed', async () => {
  let isDown = true
  let loads = 0
  const screen = preloadable(async () => {
    loads += 1
    if (isDown) throw new Error('no network')
    return { default: Screen }
  })
  expect(await show(screen)).toContain('loading')
  isDown = false
  expect(await show(screen)).toContain('loading')
  expect(loads).toBe(2)
  expect(await show(screen)).toContain('the screen')
  expect(loads).toBe(2)
})

it('is there at once when it was loaded ahead', async () => {
  const screen = preloadable(async () => ({ default: Screen }))
  await screen.preload()
  expect(await show(screen)).toContain('the screen')
})

it('reloads the page once where a new release has replaced its code, and then fails [frame.new-release]', async () => {
  const reloads = vi.fn()
  const entry = { state: { mark: '1' } as object, replaceState: (state: object) => (entry.state = state) }
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('history', entry)
  vi.stubGlobal('location', { reload: reloads })
  const load = vi.fn(async (): Promise<never> => Promise.reject(new Error('gone')))
  await preloadable(load).preload()
  expect(reloads).not.toHaveBeenCalled()
  await show(preloadable(load))
  expect(reloads).toHaveBeenCalledOnce()
  expect(entry.state).toEqual({ mark: '1', isReloaded: true })
  await show(preloadable(load))
  expect([load.mock.calls.length, reloads.mock.calls.length]).toEqual([3, 1])
  vi.unstubAllGlobals()
})
