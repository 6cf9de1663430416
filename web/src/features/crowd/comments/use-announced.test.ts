import { expect, it } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'

const page = pageForEach()

it('nothing is announced until a render after the one that fills the log [battles.comments-lane]', async () => {
  const { useAnnounced } = await import('./use-announced.ts')
  const renders: [isFilled: boolean, isAnnounced: boolean][] = []
  const log = await page.renderWith(false, (isFilled) => renders.push([isFilled, useAnnounced(isFilled)]))
  await log.show(true)
  expect(renders).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ])
})
