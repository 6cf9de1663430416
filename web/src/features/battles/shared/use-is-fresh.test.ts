import { expect, it } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'

const ADDRESS = '/api/battles/1'
const KEY = [ADDRESS]

const page = pageForEach()

it('what an earlier visit left in the cache is old until the next answer', async () => {
  const { useQuery } = await import('@tanstack/react-query')
  const { useIsFresh } = await import('./use-is-fresh.ts')
  const client = await page.newClient({ [ADDRESS]: 'old' })
  const visit = () =>
    page.render(client, () => useIsFresh(useQuery({ queryKey: KEY, queryFn: () => 'new' }).dataUpdatedAt))
  expect((await visit()).current).toBe(true)
  await page.pass(10_000)
  const reopened = await visit()
  expect(reopened.current).toBe(false)
  client.setQueryData(KEY, 'new')
  await page.pass(0)
  expect(reopened.current).toBe(true)
})
