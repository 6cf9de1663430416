import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPage } from '../../../dev/render-hook.ts'

let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
})
afterEach(() => page.close())

it('nothing is announced until a render after the one that fills the log [battles.comments-lane]', async () => {
  const { useState } = await import('react')
  const { useAnnounced } = await import('./use-announced.ts')
  const { createQueryClient } = await import('#lib/query-client')
  const renders: [isFilled: boolean, isAnnounced: boolean][] = []
  let fill = () => {}
  await page.render(
    createQueryClient(() => {}),
    () => {
      const [isFilled, setFilled] = useState(false)
      fill = () => setFilled(true)
      renders.push([isFilled, useAnnounced(isFilled)])
    },
  )
  await page.act(async () => fill())
  expect(renders).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ])
})
