import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HowItCounts } from './how-it-counts.tsx'

it('says how a period counts, and nothing of all time [leaderboard.counts-said]', () => {
  const text = (type: 'all-time' | 'weekly' | 'monthly') => renderToStaticMarkup(<HowItCounts type={type} />)
  expect(text('weekly')).toContain('since Monday 00:00 UTC: lessons and reviews in full')
  expect(text('monthly')).toContain('since the first of the month, 00:00 UTC:')
  for (const type of ['weekly', 'monthly'] as const)
    expect(text(type)).toContain(
      'up to 3,000 points. Of what you won, as much as you lost to other opponents counts only up to what you learned.',
    )
  expect(text('all-time')).toBe('')
})
