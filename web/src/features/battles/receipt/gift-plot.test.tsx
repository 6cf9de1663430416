import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { BattleDetail, Side } from '../shared/battle-view.ts'
import { GiftPlot } from './gift-plot.tsx'
import { GiftTable } from './gift-table.tsx'
import type { Receipt } from './use-receipt.ts'

const person = (id: string) => ({ id, username: id, firstName: null, profileImageUrl: null, auraPoints: 0 })
const side = (id: string) =>
  ({ person: person(id), name: id, color: 'spark', accent: 'spark', steeze: 0 }) as unknown as Side
const sides = [side('ada'), side('bo')] as const
const battle = {
  challengerId: 'ada',
  battleStartsAt: '2026-03-02T16:00:00.000Z',
  endsAt: '2026-03-02T20:00:00.000Z',
} as BattleDetail
const gifts = Array.from({ length: 600 }, (_, i) => ({
  seq: i + 1,
  at: '2026-03-02T17:00:00.000Z',
  participantId: i % 2 === 0 ? 'ada' : 'bo',
  giverUsername: 'cy',
  amount: 1,
})) as Receipt['gifts']
const plot = (totals: { challenger: number; opponent: number }) =>
  renderToStaticMarkup(
    <GiftPlot
      battle={battle}
      sides={sides}
      receipt={{ gifts, totals: { ...totals, gifts: 600, gifters: 1 }, leadChanges: 0 }}
      isWide
      isMedium
    />,
  )
const sumsIn = (page: string) =>
  [...page.matchAll(/<text class="[^"]*plotSum[^"]*"[^>]*>([^<]*)</g)].map(([, sum]) => sum)

describe('the plot of a receipt', () => {
  it('ends on what the sides received', () => {
    const page = plot({ challenger: 300, opponent: 300 })
    expect(page).toContain('ada ends on 300, bo on 300.')
    expect([sumsIn(page), page.includes('stroke-dasharray')]).toEqual([['300', '300'], false])
  })

  it('ends there as well when only the first gifts are drawn, and dashes lead to it', () => {
    const page = plot({ challenger: 9_000, opponent: 300 })
    expect(page).toContain('ada ends on 9,000, bo on 300.')
    expect([sumsIn(page), page.match(/stroke-dasharray/g)?.length]).toEqual([['9,000', '300'], 1])
  })
})

it('the table of gifts says how many there are', () => {
  const page = renderToStaticMarkup(<GiftTable gifts={gifts} total={120_000} sides={sides} />)
  expect(page).toContain('the first 500 of 120,000')
})
