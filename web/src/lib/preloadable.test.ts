import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
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
