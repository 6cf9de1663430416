import type { ClosedRound, Rounds } from '@aura/api/calls/battles/rounds'
import { expect, it } from 'vitest'
import { shareOfPoints } from '../shared/battle-score.ts'
import { followOwn } from './own-record.ts'
import { dueAtMs, secondsUntil, timeTold } from './round-clock.ts'
import { orderFor, questionTold, roundName } from './round-words.ts'

const question = { kind: 'choose-all' as const, text: 'Which hold?', options: ['Gas', 'Keys', 'Rain'] }
const orders = { challenger: [2, 0, 1], opponent: [1, 2, 0] }
const closed = (number: number, changes: Partial<ClosedRound> = {}): ClosedRound => ({
  number,
  isSuddenDeath: false,
  result: 'challenger',
  question,
  orders,
  right: [0, 1],
  explanation: 'Both do.',
  optionExplanations: ['', '', ''],
  lesson: { id: 'keys', title: 'Keys', paragraph: 1 },
  answers: { challenger: null, opponent: null },
  crowd: {
    challenger: { answered: 0, right: 0 },
    opponent: { answered: 0, right: 0 },
    neither: { answered: 0, right: 0 },
  },
  commitment: 'c',
  salt: 's',
  closedAt: '2026-03-02T12:00:20Z',
  ...changes,
})
const open = {
  number: 2,
  isSuddenDeath: false,
  commitment: 'c',
  question,
  orders,
  answered: { challenger: false, opponent: false },
  openedAt: '2026-03-02T12:00:00Z',
  closesAt: '2026-03-02T12:00:20Z',
}
const own: NonNullable<Rounds['own']> = {
  side: null,
  canBeReady: false,
  choice: null,
  answered: 3,
  right: 2,
  streak: 2,
}

it('follows a viewer’s right answers through live states, which have nothing own [battles.crowd-streak]', () => {
  const begun = followOwn(null, { own, open, last: closed(1) }, null)
  expect(begun).toMatchObject({ choice: null, upTo: 1, answered: 3, streak: 2 })
  const sent = followOwn(begun, { own, open, last: closed(1) }, { number: 2, choice: [1, 0] })
  expect(sent.choice).toEqual({ number: 2, choice: [1, 0] })
  const right = followOwn(sent, { own, open: null, last: closed(2) }, { number: 2, choice: [1, 0] })
  expect(right).toMatchObject({ answered: 4, right: 3, streak: 3 })
  expect(followOwn(right, { own, open: null, last: closed(2) }, { number: 2, choice: [1, 0] })).toBe(right)
  const unanswered = followOwn(right, { own, open: null, last: closed(3) }, { number: 2, choice: [1, 0] })
  expect(unanswered).toMatchObject({ answered: 4, streak: 3, upTo: 3 })
  const wrong = followOwn(unanswered, { own, open: null, last: closed(4) }, { number: 4, choice: [1] })
  expect(wrong).toMatchObject({ answered: 5, right: 3, streak: 0 })
})

it('takes the choice that the server has, and counts no interrupted round [battles.crowd-streak]', () => {
  const read = { ...own, choice: [0, 1] }
  const resumed = followOwn(null, { own: read, open, last: closed(1) }, null)
  expect(resumed.choice).toEqual({ number: 2, choice: [0, 1] })
  const off = followOwn(resumed, { own: read, open: null, last: closed(2, { result: 'interrupted' }) }, null)
  expect(off).toMatchObject({ answered: 3, streak: 2, upTo: 2 })
})

it('shows each participant their own order, and says the options by the keys that choose them [battles.round-keys]', () => {
  expect(orderFor(open, 'opponent')).toEqual([1, 2, 0])
  expect(orderFor(open, null)).toEqual([0, 1, 2])
  expect(questionTold('Question 2 of 5', open, orderFor(open, 'challenger'))).toBe(
    'Question 2 of 5. Which hold? Choose all that apply. 1: Rain. 2: Gas. 3: Keys',
  )
  expect(questionTold('Sudden death 1 of 3', { ...open, isSuddenDeath: true }, orderFor(open, 'challenger'))).toContain(
    'Which hold? The next lead wins. Choose all that apply.',
  )
})

it('tells the time twice, and never below zero [battles.round-clock]', () => {
  const told = [20, 11, 10, 9, 6, 5, 1, 0].map(timeTold)
  const [ten, five] = ['10 seconds left', '5 seconds left']
  expect(told).toEqual(['', '', ten, ten, ten, five, five, ''])
  const at = (time: string) => secondsUntil('2026-03-02T12:00:20Z', Date.parse(time))
  expect([at('2026-03-02T12:00:00Z'), at('2026-03-02T12:00:19.200Z'), at('2026-03-02T12:00:21Z')]).toEqual([20, 1, 0])
})

it('asks the server once a phase should be over, and of a round after the slowest answer [battles.round-resume]', () => {
  const state = { phase: 'open', open, lobby: null, next: null, revealEndsAt: null } as unknown as Rounds
  expect(dueAtMs(state)).toBe(Date.parse('2026-03-02T12:00:20.800Z'))
  const opensAt = '2026-03-02T12:00:26Z'
  const next = { number: 3, isSuddenDeath: false, commitment: 'c', opensAt }
  expect(dueAtMs({ ...state, phase: 'countdown', next })).toBe(Date.parse(opensAt))
  expect(dueAtMs({ ...state, phase: 'over' })).toBeNull()
})

it('numbers a repeated question as the one it replaces, and draws the score in the middle third [battles.rounds-field]', () => {
  const results = [{ number: 1, isSuddenDeath: false, result: 'interrupted' as const }]
  const state = { bestOf: 5, results } as unknown as Rounds
  expect(roundName({ number: 2, isSuddenDeath: false }, state)).toBe('Question 1 of 5')
  const late = (number: number) => ({ number, isSuddenDeath: true, result: 'nobody' as const })
  expect(roundName({ number: 7, isSuddenDeath: true }, { bestOf: 5, results: [late(6)] })).toBe('Sudden death 2 of 3')
  expect(shareOfPoints({ challenger: 0, opponent: 0 }, 5)).toBe(0.5)
  expect(shareOfPoints({ challenger: 3, opponent: 0 }, 5)).toBeCloseTo(0.86)
  expect(shareOfPoints({ challenger: 1, opponent: 2 }, 5)).toBeCloseTo(0.38)
})
