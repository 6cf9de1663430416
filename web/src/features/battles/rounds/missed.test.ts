import { expect, it } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'

const page = pageForEach()

it('what comes back in the next review is read there [battles.crowd-missed]', async () => {
  const { useReviewMissed } = await import('./missed.tsx')
  const { createQueryClient, readKey } = await import('#lib/query-client')
  const client = createQueryClient(() => {})
  const reviews = [readKey('GET /api/review'), readKey('GET /api/review', undefined, { for: 'streak' })]
  for (const key of reviews) client.setQueryData(key, {})
  const review = await page.render(client, () => useReviewMissed(async () => ({ cards: 1 })))
  await page.act(async () => review.current.mutate())
  await page.pass(10)
  expect(review.current.data).toEqual({ cards: 1 })
  expect(reviews.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true])
})
