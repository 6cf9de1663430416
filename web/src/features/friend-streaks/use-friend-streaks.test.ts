import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'

const page = pageForEach()

it('a streak that ends leaves the friend’s profile at once [profile.friend-streak]', async () => {
  const { useFriendStreakChange } = await import('./use-friend-streaks.ts')
  vi.stubGlobal('fetch', async () => Response.json({}))
  const client = await page.newClient({ '/api/users/bo': {} })
  const change = await page.render(client, () => useFriendStreakChange('bo', 'end'))
  await page.act(async () => change.current.mutate())
  await page.pass(10)
  expect(client.getQueryState(['/api/users/bo'])?.isInvalidated).toBe(true)
})
