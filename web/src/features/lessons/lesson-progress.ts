import type { Answer } from '@aura/api/calls'
import type { LessonCheck, Question } from '@aura/api/calls/lessons/lesson'
import type { StreakCalendar } from '@aura/api/calls/streak'

type QuizResult = Answer<'POST /api/lessons/:id/quiz'>

/** Indexes into a question's options, or the number typed. */
export type Response = number | readonly number[] | string

export interface Given {
  question: Question
  response: Response
  correct: boolean
  explanation: string
  message: string
  /** The right response; null if it isn't told. */
  right: Response | null
  /** Number of the paragraph that explains the question, from 1. */
  paragraph: number
}

/** Progress within a page visit; the server stores what counts. */
export interface LessonProgress {
  view: 'read' | 'lab' | 'quiz' | 'claim' | 'done'
  /** Final, so that it is a guess. */
  guess: number | null
  /** Place of the card on screen. */
  card: number
  /** Whether the text is shown as a whole instead of in cards. */
  isWhole: boolean
  /** How much of the text was shown, 0 to 1. */
  readShare: number
  /** Solved in this visit; the lesson reports earlier visits. */
  labDone: boolean
  check: LessonCheck | null
  response: Response | null
  /** The judged response on screen with its explanation; null while a question is open. */
  given: Given | null
  /** Number of the paragraph to read again, from 1. */
  paragraph: number | null
  /** No response is accepted before this time. */
  retryAtMs: number
  /** `given` is null if it was passed on an earlier visit. */
  passed: { given: Given | null } | null
  earned: Answer<'POST /api/lessons/complete'> | null
}

export type LessonEvent =
  /** `labMissing`: the lesson has a lab that is not done. */
  | { type: 'status'; completed: boolean; quizPassed: boolean; labMissing: boolean }
  | { type: 'guessed'; option: number }
  | { type: 'card-shown'; card: number }
  | { type: 'read'; share: number }
  | { type: 'layout-changed' }
  | { type: 'lab-opened' }
  | { type: 'lab-done' }
  | { type: 'quiz-opened' }
  | { type: 'lesson-reopened'; paragraph?: number }
  | { type: 'claim-opened' }
  | { type: 'responded'; response: Response }
  | { type: 'answered'; question: Question; response: Response; result: QuizResult; nowMs: number }
  | { type: 'next-question' }
  /** The check was continued in another tab. */
  | { type: 'check-changed'; check: LessonCheck | null }
  | { type: 'day-changed' }
  | { type: 'told-to-wait'; untilMs: number }
  | { type: 'claimed'; earned: Answer<'POST /api/lessons/complete'> }
  | { type: 'closed' }

export const START: LessonProgress = {
  view: 'read',
  guess: null,
  card: 0,
  isWhole: false,
  readShare: 0,
  labDone: false,
  check: null,
  response: null,
  given: null,
  paragraph: null,
  retryAtMs: 0,
  passed: null,
  earned: null,
}

const DEFAULT_WRONG_MESSAGE = 'Try again! Review the lesson content.'

export function advance(progress: LessonProgress, event: LessonEvent): LessonProgress {
  switch (event.type) {
    case 'status': {
      if (event.completed || !event.quizPassed || progress.passed) return progress
      return { ...progress, view: event.labMissing ? progress.view : 'claim', passed: { given: null } }
    }
    case 'guessed':
      return { ...progress, guess: progress.guess ?? event.option }
    case 'card-shown':
      return { ...progress, card: event.card, paragraph: null }
    case 'read':
      return event.share > progress.readShare ? { ...progress, readShare: event.share } : progress
    case 'layout-changed':
      return { ...progress, isWhole: !progress.isWhole }
    case 'lab-opened':
      return { ...progress, view: 'lab' }
    case 'lab-done':
      return { ...progress, labDone: true }
    case 'quiz-opened':
      return { ...progress, view: 'quiz' }
    case 'lesson-reopened':
      return { ...progress, view: 'read', paragraph: event.paragraph ?? null }
    case 'claim-opened':
      return { ...progress, view: 'claim' }
    case 'responded':
      return { ...progress, response: event.response }
    case 'answered':
      return answered(progress, event)
    case 'next-question':
      return { ...progress, response: null, given: null }
    case 'check-changed':
      return { ...progress, check: event.check, response: null, given: null }
    case 'day-changed': {
      const view = progress.view === 'quiz' ? 'read' : progress.view
      return { ...progress, view, check: null, response: null, given: null }
    }
    case 'told-to-wait':
      return { ...progress, retryAtMs: Math.max(progress.retryAtMs, event.untilMs) }
    case 'claimed':
      return {
        ...progress,
        view: 'done',
        earned: event.earned,
      }
    case 'closed':
      return progress.view === 'done' ? { ...progress, view: 'read' } : progress
  }
}

function answered(
  progress: LessonProgress,
  { question, response, result, nowMs }: LessonEvent & { type: 'answered' },
): LessonProgress {
  const { correct, explanation, right, message, paragraph, check } = result
  const given = {
    question,
    response,
    correct,
    explanation,
    right,
    message: message || (correct ? '' : DEFAULT_WRONG_MESSAGE),
    paragraph,
  }
  const next = { ...progress, check, response: null, retryAtMs: nowMs + result.retryAfterMs }
  return result.passed ? { ...next, view: 'claim', given: null, passed: { given } } : { ...next, given }
}

export const isLabMissing = (lesson: { lab: { done: boolean } | null }, { labDone }: LessonProgress): boolean =>
  lesson.lab !== null && !lesson.lab.done && !labDone

export const secondsToWait = (progress: LessonProgress, nowMs: number): number =>
  Math.max(0, Math.ceil((progress.retryAtMs - nowMs) / 1_000))

export const isComplete = (response: Response | null): response is Response =>
  typeof response === 'object' ? response !== null && response.length > 0 : response !== null && response !== ''

/** Returns a response as its author reads it. */
export function responseText({ options, unit }: Question, response: Response): string {
  if (typeof response === 'string') return unit === null ? response : `${response} ${unit}`
  const places = typeof response === 'number' ? [response] : response
  return places.map((place) => options[place] ?? '').join(' · ')
}

/** A day counts once, by a lesson or by a review. */
export const streakAfterClaim = ({
  currentStreak,
  days,
  today,
}: Pick<StreakCalendar, 'currentStreak' | 'days' | 'today'>) =>
  currentStreak + (days.some(({ day, state }) => day === today && state === 'streak') ? 0 : 1)
