import { expect, it } from 'vitest'
import { Features } from '#lib/features-context'
import { markupOf, wordsOf } from '../../dev/markup.tsx'
import { features } from '../../features.ts'
import { DashboardStats } from './dashboard-stats.tsx'

function cardsOf(steeze: { steezeBalance: number; battleEarnedSteeze: number }): string[] {
  const user = { currentStreak: 0, auraPoints: 0, totalUsdtEarned: 0, ...steeze }
  const page = markupOf(
    <Features value={features}>
      <DashboardStats user={user as never} />
    </Features>,
  )
  return page
    .split('<dt')
    .slice(1)
    .map((card) => wordsOf(`<dt${card}`))
}

it('somebody on day 0 sees all stat cards, with zeros [learning.newcomer-cards] [learning.text-card-streak] [learning.text-card-earnings] [learning.text-card-battle-steeze] [learning.text-card-purchased-steeze]', () => {
  expect(cardsOf({ steezeBalance: 0, battleEarnedSteeze: 0 })).toEqual([
    expect.stringContaining('Streak 0 days'),
    'Earnings 0.00 USDC earned from vouches',
    'Battle Steeze 0 Steeze earned from battles',
    'Purchased Steeze 0 Steeze bought with USDC',
  ])
})

it('Steeze that was earned and Steeze that was bought stand apart', () => {
  expect(cardsOf({ steezeBalance: 50, battleEarnedSteeze: 20 }).slice(2)).toEqual([
    'Battle Steeze 20 Steeze earned from battles',
    'Purchased Steeze 30 Steeze bought with USDC',
  ])
})
