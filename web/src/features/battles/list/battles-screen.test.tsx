import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { pageForEach } from '../../../dev/render-hook.ts'
import { countsRead } from '../shared/battle-reads.ts'

pageForEach()

async function chosenTab(live: number | null): Promise<string | undefined> {
  const { default: BattlesScreen } = await import('./battles-screen.tsx')
  const client = new QueryClient()
  const counts = { total: 3, upcoming: 1, completed: 1, mine: null }
  if (live !== null) client.setQueryData(countsRead.queryKey, { ...counts, live } as never)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/battles">
        <BattlesScreen />
      </Router>
    </QueryClientProvider>,
  )
  return /aria-selected="true"[^>]*data-value="(\w+)"|data-value="(\w+)"[^>]*aria-selected="true"/
    .exec(html)
    ?.slice(1)
    .find(Boolean)
}

it('no tab is chosen until it is known whether a battle is live [battles.const-tab-default]', async () => {
  expect([await chosenTab(null), await chosenTab(1), await chosenTab(0)]).toEqual([undefined, 'live', 'upcoming'])
})
