/** How far somebody is with one lesson, as long as the page lives. What counts is kept by the server. */
export interface LessonProgress {
  view: 'read' | 'quiz' | 'claim' | 'done'
  selected: number | null
  /** Options answered in vain, in the order they were tried. */
  tried: readonly number[]
  /** Why the last answer was wrong; null before one and after it is looked past. */
  wrong: { explanation: string; message: string } | null
  /** Before this moment no further answer is taken. */
  retryAtMs: number
  /** The right answer, once given; its fields are null when it was given on an earlier visit. */
  passed: { option: number | null; explanation: string | null } | null
  earned: { auraEarned: number; newStreak: number } | null
}

export type LessonEvent =
  | { type: 'status'; completed: boolean; quizPassed: boolean }
  | { type: 'quiz-opened' }
  | { type: 'lesson-reopened' }
  | { type: 'claim-opened' }
  | { type: 'selected'; option: number }
  | {
      type: 'answered'
      option: number
      result: { correct: boolean; explanation: string; message: string; retryAfterMs: number }
      nowMs: number
    }
  | { type: 'told-to-wait'; untilMs: number }
  | { type: 'claimed'; auraEarned: number; newStreak: number }
  | { type: 'closed' }

export const START: LessonProgress = {
  view: 'read',
  selected: null,
  tried: [],
  wrong: null,
  retryAtMs: 0,
  passed: null,
  earned: null,
}

const DEFAULT_WRONG_MESSAGE = 'Try again! Review the lesson content.'

/** Where a lesson goes from here. */
export function advance(progress: LessonProgress, event: LessonEvent): LessonProgress {
  switch (event.type) {
    case 'status': {
      if (event.completed || !event.quizPassed || progress.passed) return progress
      return { ...progress, view: 'claim', passed: { option: null, explanation: null } }
    }
    case 'quiz-opened':
      return { ...progress, view: 'quiz' }
    case 'lesson-reopened':
      return { ...progress, view: 'read' }
    case 'claim-opened':
      return { ...progress, view: 'claim' }
    case 'selected':
      return { ...progress, selected: event.option }
    case 'answered':
      return event.result.correct
        ? {
            ...progress,
            view: 'claim',
            selected: null,
            wrong: null,
            passed: { option: event.option, explanation: event.result.explanation || null },
          }
        : {
            ...progress,
            selected: null,
            tried: progress.tried.includes(event.option) ? progress.tried : [...progress.tried, event.option],
            wrong: {
              explanation: event.result.explanation,
              message: event.result.message || DEFAULT_WRONG_MESSAGE,
            },
            retryAtMs: event.nowMs + event.result.retryAfterMs,
          }
    case 'told-to-wait':
      return { ...progress, retryAtMs: Math.max(progress.retryAtMs, event.untilMs) }
    case 'claimed':
      return {
        ...progress,
        view: 'done',
        earned: { auraEarned: event.auraEarned, newStreak: event.newStreak },
      }
    case 'closed':
      return progress.view === 'done' ? { ...progress, view: 'read' } : progress
  }
}

/** Whole seconds until the next answer is taken. */
export const secondsToWait = (progress: LessonProgress, nowMs: number): number =>
  Math.max(0, Math.ceil((progress.retryAtMs - nowMs) / 1_000))

/** The day of the streak a claim leads to: only the first lesson of a day adds one. */
export const streakAfterClaim = (currentStreak: number, lessons: readonly { completed: boolean }[]): number =>
  currentStreak + (lessons.some((lesson) => lesson.completed) ? 0 : 1)
