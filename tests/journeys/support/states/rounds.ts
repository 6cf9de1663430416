import type { ClosedRound, OpenRound, Rounds } from '@aura/api/calls/battles/rounds'
import type { Page } from '@playwright/test'
import { changeAnswer, withoutLive } from '../change-answer.ts'
import { changedRatings } from './ratings.ts'

const OPENED_AT = '2026-03-02T12:00:00.000Z'
/** Never comes, so that the page stands still. */
const LATER = '2099-01-01T00:00:00.000Z'

const question = {
  kind: 'choose-all',
  text: 'You approved a contract to spend all of your tokens a year ago, and its team now says that an upgrade had a hole. Which of these help before anybody uses it?',
  options: [
    'Revoking the allowance with a transaction',
    'Approving zero',
    'Disconnecting the site in the wallet',
    'Moving the tokens to another account of yours',
    'W'.repeat(40),
  ],
} satisfies OpenRound['question']
const orders = { challenger: [0, 1, 2, 3, 4], opponent: [4, 3, 2, 1, 0] }
const round = { number: 3, isSuddenDeath: false, commitment: 'a'.repeat(64), question, orders }

const last: ClosedRound = {
  ...round,
  result: 'challenger',
  right: [0, 1, 3],
  explanation: 'An allowance stands until a transaction changes it, and reaches only the account that gave it.',
  optionExplanations: question.options.map(() => ''),
  lesson: { id: 'approvals', title: 'Approvals: what you sign away', paragraph: 2 },
  answers: {
    challenger: { choice: [0, 1, 3], isRight: true, ms: 8_412 },
    opponent: { choice: [2], isRight: false, ms: 19_999 },
  },
  crowd: {
    challenger: { answered: 12_345, right: 6_789 },
    opponent: { answered: 321, right: 123 },
    neither: { answered: 4, right: 4 },
  },
  salt: 'b'.repeat(32),
  closedAt: OPENED_AT,
}

/** The question of `roundsStates.open`. */
export const open: OpenRound = {
  ...round,
  answered: { challenger: true, opponent: false },
  openedAt: OPENED_AT,
  closesAt: LATER,
}

const state: Omit<Rounds, 'battleId'> = {
  bestOf: 7,
  phase: 'open',
  lobby: null,
  points: { challenger: 2, opponent: 1 },
  streaks: { challenger: 2, opponent: 0 },
  next: null,
  open,
  results: [
    { number: 1, isSuddenDeath: false, result: 'shared' },
    { number: 2, isSuddenDeath: false, result: 'challenger' },
  ],
  last: null,
  revealEndsAt: null,
  outcome: null,
  own: { side: null, canBeReady: false, choice: null, answered: 2, right: 2, streak: 2 },
  serverTime: OPENED_AT,
}

export const roundsStates = {
  lobby: {
    ...state,
    phase: 'lobby',
    open: null,
    results: [],
    points: { challenger: 0, opponent: 0 },
    streaks: { challenger: 0, opponent: 0 },
    lobby: { ready: { challenger: true, opponent: false }, readyFrom: OPENED_AT, closesAt: LATER },
    own: { side: 'opponent', canBeReady: true, choice: null, answered: 0, right: 0, streak: 0 },
  },
  open: state,
  reveal: {
    ...state,
    phase: 'reveal',
    open: null,
    last,
    next: { number: 4, isSuddenDeath: false, commitment: 'c'.repeat(64), opensAt: LATER },
    results: [...state.results, { number: 3, isSuddenDeath: false, result: 'challenger' }],
  },
  'sudden death': {
    ...state,
    bestOf: 3,
    points: { challenger: 3, opponent: 3 },
    open: { ...open, number: 5, isSuddenDeath: true },
    results: [1, 2, 3, 4].map((number) => ({
      number,
      isSuddenDeath: number > 3,
      result: number > 3 ? ('nobody' as const) : ('shared' as const),
    })),
  },
  over: { ...state, phase: 'over', open: null, last, outcome: { endedBy: 'rounds', winner: 'challenger' } },
  walkover: {
    ...state,
    phase: 'over',
    open: null,
    points: { challenger: 0, opponent: 0 },
    results: [],
    outcome: { endedBy: 'walkover', winner: 'challenger' },
  },
} satisfies Record<string, Omit<Rounds, 'battleId'>>

/** Loads the battle's page again as one of rounds in this state. */
export async function inRounds(page: Page, name: keyof typeof roundsStates): Promise<void> {
  const rounds = roundsStates[name]
  await withoutLive(page)
  const score = { bestOf: rounds.bestOf, points: rounds.points, absent: name === 'walkover' ? 'opponent' : null }
  await changeAnswer(page, /[/]api[/]battles[/][^/?]+$/, { decidedBy: 'knowledge', softClose: false, rounds: score })
  await page.route('**/api/battles/*/rounds', (route) => route.fulfill({ json: { battleId: '', ...rounds } }))
  await page.route('**/api/battles/*/rating', (route) => route.fulfill({ json: changedRatings }))
  await page.reload()
}

/** What a viewer missed, in a battle that is over. */
const missed = [
  { number: 1, lessonId: 'approvals', lessonTitle: 'Approvals: what you sign away', canReview: true },
  { number: 2, lessonId: 'keys', lessonTitle: 'W'.repeat(40), canReview: false },
]

/** Loads a finished battle's page as one of rounds whose viewer missed some. */
export async function inRoundsMissed(page: Page): Promise<void> {
  await page.route('**/api/battles/*/rounds/missed', (route) => route.fulfill({ json: missed }))
  await inRounds(page, 'over')
}

/** Loads a receipt's page as that of a battle of rounds. */
export async function inRoundsReceipt(page: Page): Promise<void> {
  const { bestOf, points } = roundsStates.over
  const { lesson, question, right, explanation, optionExplanations, answers, commitment, salt } = last
  const sealed = {
    ...question,
    ...{ right, explanation, optionExplanations, lesson, lessonId: lesson.id, questionId: 'q' },
  }
  const given = (answer: (typeof answers)['challenger']) =>
    answer && { choice: answer.choice, at: new Date(Date.parse(OPENED_AT) + answer.ms).toISOString(), roundTripMs: 0 }
  const played = {
    number: 1,
    commitment,
    salt,
    sealed: JSON.stringify(sealed),
    openedAt: OPENED_AT,
    closesAt: '2026-03-02T12:00:20.000Z',
    answers: { challenger: given(answers.challenger), opponent: given(answers.opponent) },
    result: 'challenger',
  }
  const silent = { ...played, number: 2, answers: { challenger: null, opponent: null }, result: 'nobody' }
  await changeAnswer(page, /[/]api[/]battles[/][^/?]+[/]receipt/, {
    format: 'aura-battle-receipt/4',
    softClose: undefined,
    rounds: { bestOf, suddenDeath: 3, shareMs: 250, points, absent: null, rounds: [played, silent] },
  })
  await inRounds(page, 'over')
}
