import { expect, it } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'

const page = pageForEach()

it('nothing is announced until a render after the one that fills the log [battles.comments-lane]', async () => {
  const { useState } = await import('react')
  const { useAnnounced } = await import('./use-announced.ts')
  const renders: [isFilled: boolean, isAnnounced: boolean][] = []
  let fill = () => {}
  await page.renderAlone(() => {
    const [isFilled, setFilled] = useState(false)
    fill = () => setFilled(true)
    renders.push([isFilled, useAnnounced(isFilled)])
  })
  await page.act(async () => fill())
  expect(renders).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ])
})
