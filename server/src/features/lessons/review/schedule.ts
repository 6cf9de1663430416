import type { Day } from '@aura/api/day'
import { type Card, createEmptyCard, fsrs, Rating, type State } from 'ts-fsrs'

/** State of a question in the FSRS model of forgetting, which decides when it returns. */
export interface CardState {
  dueAt: Date
  /** Days until the chance to remember has fallen to nine in ten. */
  stability: number
  /** Difficulty from 1 to 10. */
  difficulty: number
  scheduledDays: number
  reps: number
  lapses: number
  state: State
  reviewedAt: Date
}

// A day is the shortest interval, and results must not be random.
const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false, request_retention: 0.9 })

const KNOWN_DAYS = 7
const DAY_MS = 86_400_000

/** Returns whether it was remembered so well, after a pause, that it isn't asked for a week. */
export const isKnown = ({ scheduledDays }: CardState): boolean => scheduledDays >= KNOWN_DAYS

/**
 * Returns the card after an answer. Right counts as Good, wrong as Again, which is due the next day however well it was
 * known; `card` is undefined for a first answer.
 */
export function afterAnswer(card: CardState | undefined, isRight: boolean, at: Date): CardState {
  const before = card ? toCard(card) : createEmptyCard(at)
  const { card: next } = scheduler.next(before, at, isRight ? Rating.Good : Rating.Again)
  return {
    dueAt: isRight ? next.due : new Date(at.getTime() + DAY_MS),
    stability: next.stability,
    difficulty: next.difficulty,
    scheduledDays: isRight ? next.scheduled_days : 1,
    reps: next.reps,
    lapses: next.lapses,
    state: next.state,
    reviewedAt: at,
  }
}

/** Returns the chance, 0 to 1, that a question would be answered right at that time. */
export const chanceToKnow = (card: CardState, at: Date): number => scheduler.get_retrievability(toCard(card), at, false)

/** Returns the mean chance, 0 to 100, that a question would be answered right now; null without cards. */
export function knownPercent(cards: readonly CardState[], at: Date): number | null {
  if (cards.length === 0) return null
  const sum = cards.reduce((total, card) => total + chanceToKnow(card, at), 0)
  return Math.floor((100 * sum) / cards.length)
}

/** Returns the card of what was learned that day and not asked since. */
export const learnedOn = (day: Day): CardState => afterAnswer(undefined, true, new Date(day))

const toCard = ({ dueAt, scheduledDays, reviewedAt, ...card }: CardState): Card => ({
  ...card,
  due: dueAt,
  scheduled_days: scheduledDays,
  last_review: reviewedAt,
  elapsed_days: 0,
  learning_steps: 0,
})
