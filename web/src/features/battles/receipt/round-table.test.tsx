import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Side } from '../shared/battle-view.ts'
import { answerMs, RoundTable, readSealed } from './round-table.tsx'
import type { Receipt } from './use-receipt.ts'

const round: NonNullable<Receipt['rounds']>['rounds'][number] = {
  number: 1,
  commitment: 'a1b2',
  salt: 's',
  sealed: JSON.stringify({ text: 'Which holds a key?', options: ['Wallet', 'Block'], right: [0] }),
  openedAt: '2026-03-02T12:00:00.000Z',
  closesAt: '2026-03-02T12:00:20.000Z',
  answers: { challenger: { choice: [0], at: '2026-03-02T12:00:02.500Z', roundTripMs: 120 }, opponent: null },
  result: 'challenger',
}
const sides = ['ada', 'bo'].map((name) => ({ name, accent: 'none' })) as unknown as readonly [Side, Side]

it('opens what a round sealed, with the times that decided it [battles.receipt-rounds]', () => {
  expect(readSealed(round.sealed)).toMatchObject({ text: 'Which holds a key?', right: ['Wallet'] })
  expect(readSealed('not JSON')).toBeNull()
  expect(answerMs(round, { choice: [0], at: '2026-03-02T12:00:02.500Z', roundTripMs: 120 })).toBe(2_380)
  const rounds = {
    bestOf: 3,
    suddenDeath: 3,
    shareMs: 250,
    points: { challenger: 1, opponent: 0 },
    absent: null,
  } as const
  const page = renderToStaticMarkup(<RoundTable rounds={{ ...rounds, rounds: [round] }} sides={sides} />)
  for (const text of ['Question 1 of 3', 'Which holds a key?', '2.380 s', 'No answer', '<dd>ada</dd>', 'a1b2'])
    expect(page).toContain(text)
})

it('names sudden death, and says why a battle has no rounds [battles.receipt-rounds] [battles.walkover]', () => {
  const rounds = { bestOf: 3, suddenDeath: 3, shareMs: 250, points: { challenger: 0, opponent: 0 } } as const
  const textOf = (absent: 'opponent' | 'both' | null, results: readonly (typeof round.result)[]) =>
    renderToStaticMarkup(
      <RoundTable
        rounds={{ ...rounds, absent, rounds: results.map((result, at) => ({ ...round, number: at + 1, result })) }}
        sides={sides}
      />,
    )
  const played = textOf(null, ['shared', 'interrupted', 'shared', 'shared', 'nobody', 'challenger'])
  expect(played.match(/(?:Question|Sudden death) \d of 3/g)).toEqual([
    'Question 1 of 3',
    'Question 2 of 3',
    'Question 2 of 3',
    'Question 3 of 3',
    'Sudden death 1 of 3',
    'Sudden death 2 of 3',
  ])
  expect(textOf('opponent', [])).toContain(
    'Walkover: bo wasn’t ready in time. No question was asked, and half the stake went to ada.',
  )
  expect(textOf('both', [])).toContain('Neither was ready in time.')
})
