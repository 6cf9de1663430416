import { expect, it } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'

const page = pageForEach()

it('what comes back in the next review is read there [battles.crowd-missed]', async () => {
  const { useReviewMissed } = await import('./missed.tsx')
  const reviews = ['/api/review', '/api/review?for=streak']
  const client = await page.newClient(Object.fromEntries(reviews.map((address) => [address, {}])))
  const review = await page.render(client, () => useReviewMissed(async () => ({ cards: 1 })))
  await page.act(async () => review.current.mutate())
  await page.pass(10)
  expect(review.current.data).toEqual({ cards: 1 })
  expect(reviews.map((address) => client.getQueryState([address])?.isInvalidated)).toEqual([true, true])
})
