import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { wordsOf } from '../../../dev/markup.tsx'
import { AlertCard } from './alert-card.tsx'
import type { Alert, GiftAlert } from './alerts.ts'
import type { AlertColor } from './stage-options.ts'

const SIDES = [
  { name: 'Ada', accent: 'clout' },
  { name: 'bo', accent: 'vader' },
] as const

const GIFT: GiftAlert = {
  kind: 'gift',
  seq: 1,
  giverId: 'cy',
  name: 'cy_claps',
  image: null,
  side: 1,
  amount: 1_250,
  count: 1,
  more: { count: 0, amount: 0 },
}

const shown = (alert: Alert, alertColor: AlertColor = 'sides') =>
  renderToStaticMarkup(<AlertCard alert={alert} sides={SIDES} options={{ alertScale: 1.5, alertColor }} />)

const text = (alert: Alert) => wordsOf(shown(alert))

it('says who gave what to whom, and what it sums up [battles.stream-alerts]', () => {
  expect(text(GIFT)).toBe('C cy_claps 1,250 Steeze to bo')
  expect(text({ ...GIFT, count: 4, more: { count: 3, amount: 60 } })).toBe(
    'C cy_claps 1,250 Steeze ×4 to bo +3 more, 60 Steeze',
  )
})

it('says who leads, that the last minute runs, and who won [battles.stream-alerts]', () => {
  expect(text({ kind: 'lead', side: 1 })).toBe('bo takes the lead')
  expect(text({ kind: 'minute' })).toBe('Final minute Ada against bo')
  expect(text({ kind: 'win', side: 0, gifter: 'Top gifter of Ada: cy, 5 Steeze' })).toBe(
    'Ada Wins! Top gifter of Ada: cy, 5 Steeze',
  )
  expect(text({ kind: 'win', side: null, gifter: null })).toBe('Aura Draw - No Winner')
})

it('has the size and colour of the address, by default the colour of its side [battles.stream-alerts]', () => {
  expect(shown(GIFT)).toContain('data-aura="vader"')
  expect(shown(GIFT, 'grinder')).toContain('data-aura="grinder"')
  expect(shown({ kind: 'minute' })).toContain('data-aura="none"')
  expect(shown(GIFT)).toContain('--alert-scale:1.5')
})
