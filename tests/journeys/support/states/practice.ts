import type { Answer } from '@aura/api/calls'
import type { Practice } from '@aura/api/calls/battles/practice'
import { open, roundsStates } from './rounds.ts'

export const PRACTICE_ID = '7f3c1b1e-4f0a-4c57-9a63-0d6f3a6f9c11'
const LATER = '2099-01-01T00:00:00.000Z'

const person = (username: string, id: string): Practice['challenger'] => ({
  id,
  username,
  firstName: null,
  profileImageUrl: null,
  auraPoints: 12_345,
  currentStreak: 21,
})

const { last } = roundsStates.reveal

const state: Practice = {
  id: PRACTICE_ID,
  bestOf: 7,
  against: 'creator',
  challenger: person('q'.repeat(20), '0b5a9f0e-98a4-4a3c-8f7e-5b6f0c2d1a01'),
  opponent: person('w'.repeat(20), '0b5a9f0e-98a4-4a3c-8f7e-5b6f0c2d1a02'),
  phase: 'countdown',
  points: { challenger: 0, opponent: 0 },
  streaks: { challenger: 0, opponent: 0 },
  next: { number: 1, isSuddenDeath: false, opensAt: LATER },
  open: null,
  results: [],
  last: null,
  revealEndsAt: null,
  outcome: null,
  missed: [],
  serverTime: '2026-03-02T12:00:00.000Z',
}

const closed: NonNullable<Practice['last']> = {
  number: last.number,
  isSuddenDeath: false,
  result: 'opponent',
  question: last.question,
  right: last.right,
  explanation: last.explanation,
  optionExplanations: last.optionExplanations,
  lesson: last.lesson,
  answers: {
    challenger: { choice: [2], isRight: false, ms: 19_999 },
    opponent: { isRight: true, ms: 8_412 },
  },
  isReplaced: true,
  closedAt: state.serverTime,
}

const results = [...roundsStates.open.results, { number: 3, isSuddenDeath: false, result: 'opponent' as const }]

export const practiceStates = {
  countdown: { ...state, against: 'nobody', opponent: null },
  open: {
    ...state,
    phase: 'open',
    next: null,
    open: {
      number: open.number,
      isSuddenDeath: false,
      question: open.question,
      answered: { challenger: false, opponent: true },
      openedAt: open.openedAt,
      closesAt: open.closesAt,
    },
    results: roundsStates.open.results,
    points: { challenger: 2, opponent: 1 },
    streaks: { challenger: 2, opponent: 0 },
  },
  reveal: {
    ...state,
    phase: 'reveal',
    next: { number: 4, isSuddenDeath: false, opensAt: LATER },
    results,
    last: closed,
    revealEndsAt: LATER,
    points: { challenger: 2, opponent: 2 },
  },
  over: {
    ...state,
    phase: 'over',
    next: null,
    results,
    last: closed,
    points: { challenger: 1, opponent: 5 },
    outcome: { winner: 'opponent', isStopped: false },
    missed: [
      { number: 1, lessonId: 'approvals', lessonTitle: 'Approvals: what you sign away', canReview: true },
      { number: 3, lessonId: 'phishing-and-drainers', lessonTitle: 'W'.repeat(40), canReview: false },
    ],
  },
} satisfies Record<string, Practice>

const partner = (username: string, nr: number, questions: number) => ({
  id: `0b5a9f0e-98a4-4a3c-8f7e-5b6f0c2d1b${nr.toString().padStart(2, '0')}`,
  username,
  profileImageUrl: null,
  questions,
})

export const practiceTerms = {
  many: {
    openId: null,
    ownQuestions: 42,
    partners: [
      partner('w'.repeat(20), 1, 60),
      ...Array.from({ length: 9 }, (_, nr) => partner(`creator_${nr}`, nr + 2, 3 + nr)),
    ],
  },
  none: { openId: null, ownQuestions: 0, partners: [] },
} satisfies Record<string, Answer<'GET /api/practice'>>
