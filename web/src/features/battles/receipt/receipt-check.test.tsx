import type { Receipt } from '@aura/api/receipt-faults'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { checkedIn } from './check-receipt.ts'
import { Outcome } from './receipt-check.tsx'

const battle = { status: 'completed' } as Receipt['battle']
const rounds = { rounds: [{}, {}] } as NonNullable<Receipt['rounds']>
const told = (receipt: Partial<Receipt>, gifts: number) =>
  checkedIn({ battle, ...receipt, totals: { gifts } } as Receipt).join(' ')

it('says what a receipt that holds proves, of each kind of battle [battles.receipt-check]', () => {
  expect(told({}, 1_200)).toBe(
    '1,200 gifts, in one chain of hashes: each follows from the one before it. The end, the totals and the winner follow from the gifts. Stakes and gifts moved as the result says.',
  )
  expect(told({ rounds }, 1)).toBe(
    '2 questions: each matches its hash, which the battle’s page showed before it opened. Results, points and the winner follow from the answers and their times. 1 gift, in one chain of hashes: each follows from the one before it. Stakes and gifts moved as the result says.',
  )
  const off = { battle: { ...battle, status: 'cancelled' } }
  expect(told(off, 0)).toBe('Both stakes went back, and nobody kept a gift.')
  expect(told({ ...off, rounds }, 0)).toContain('Results and points follow from the answers and their times.')
})

it('lists the lines that fail, the first ten of many [battles.receipt-check]', () => {
  const holds = renderToStaticMarkup(<Outcome faults={[]} checked={['All of it.']} />)
  expect(holds).toContain('The receipt holds')
  expect(holds).toContain('All of it.')
  const faults = Array.from({ length: 12 }, (_, nr) => `Gift ${nr} is out of time.`)
  const fails = renderToStaticMarkup(<Outcome faults={faults} checked={['All of it.']} />)
  for (const text of ['The receipt doesn’t hold', 'Gift 9 is out of time.', 'And 2 more.'])
    expect(fails).toContain(text)
  for (const text of ['Gift 10 ', 'All of it.']) expect(fails).not.toContain(text)
})
