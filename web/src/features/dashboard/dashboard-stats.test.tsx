import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { Features } from '#lib/features-context'
import { readKey } from '#lib/query-client'
import { features } from '../../features.ts'
import { DashboardStats } from './dashboard-stats.tsx'

it('somebody on day 0 sees all stat cards, with zeros [learning.newcomer-cards]', () => {
  const client = new QueryClient()
  client.setQueryData(readKey('GET /api/steeze/balance'), { battleEarnedSteeze: 0, purchasedSteeze: 0 })
  const page = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Features value={features}>
        <Router ssrPath="/">
          <DashboardStats user={{ currentStreak: 0, auraPoints: 0, totalUsdtEarned: 0 } as never} />
        </Router>
      </Features>
    </QueryClientProvider>,
  )
  const cards = page
    .split('<dt')
    .slice(1)
    .map((card) =>
      card
        .replace(/^[^>]*>|<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
  expect(cards).toEqual([
    expect.stringContaining('Streak 0 days'),
    'Earnings 0.00 USDC earned from vouches',
    'Battle Steeze 0 Steeze earned from battles',
    'Purchased Steeze 0 Steeze bought with USDC',
  ])
})
