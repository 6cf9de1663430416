import { expect, it } from 'vitest'
import { statusOf } from './lab-status.ts'
import type { LabView } from './lab-view.ts'

const START: LabView = {
  goal: 'Borrow 100 USDC.',
  round: 1,
  messages: [],
  rows: [
    { label: 'Health', value: '1.50' },
    { label: 'Day', value: '0 of 5' },
  ],
  requests: [],
  moves: [],
  history: [],
  verdict: { state: 'open', text: '' },
  refusal: null,
}
const SENT = { block: 4, from: 'You', to: 'Lender', succeeded: true, effects: ['1 ETH: You → Lender'] }

it('says what the last action moved and which lines it changed', () => {
  expect(statusOf(START, null)).toBe('Nothing has happened yet.')
  const sent = { ...START, history: [SENT] }
  expect(statusOf(sent, START)).toBe('Block 4: 1 ETH: You → Lender.')
  const waited = {
    ...sent,
    rows: [
      { label: 'Health', value: '1.50' },
      { label: 'Day', value: '1 of 5' },
    ],
  }
  expect(statusOf(waited, sent)).toBe('Now Day: 1 of 5.')
  expect(statusOf(waited, waited)).toBe('Nothing changed.')
})

it('says first that a lab was not solved, and names a refusal instead of an older transaction', () => {
  const trapped: LabView = { ...START, history: [SENT], verdict: { state: 'trapped', text: 'Too little.' } }
  expect(statusOf(trapped, START)).toMatch(/^Not solved\. Block 4/)
  expect(statusOf({ ...START, history: [SENT], refusal: 'you have less' }, START)).toBe(
    'The network rejected it: you have less.',
  )
})

it('says that a round is solved and the next has begun, whose numbers are others', () => {
  const next: LabView = { ...START, round: 2, rows: [{ label: 'Health', value: '1.20' }] }
  expect(statusOf(next, { ...START, history: [SENT] })).toBe('Round 1 solved. Now round 2, with other numbers.')
})
