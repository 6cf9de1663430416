import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { markupOf } from '../../../dev/markup.tsx'
import { pageForEach } from '../../../dev/render-hook.ts'
import { countsRead } from '../shared/battle-reads.ts'

pageForEach()

async function chosenTab(live: number | null): Promise<string | undefined> {
  const { default: BattlesScreen } = await import('./battles-screen.tsx')
  const client = new QueryClient()
  const counts = { total: 3, upcoming: 1, completed: 1, mine: null }
  if (live !== null) client.setQueryData(countsRead.queryKey, { ...counts, live } as never)
  const [chosen] =
    markupOf(<BattlesScreen />, { client, path: '/battles' }).match(/<[^>]*aria-selected="true"[^>]*>/) ?? []
  return chosen && /data-value="(\w+)"/.exec(chosen)?.[1]
}

it('no tab is chosen until it is known whether a battle is live [battles.const-tab-default]', async () => {
  expect([await chosenTab(null), await chosenTab(1), await chosenTab(0)]).toEqual([undefined, 'live', 'upcoming'])
})
