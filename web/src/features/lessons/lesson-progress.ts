/** Progress within a page visit; the server keeps what counts. */
export interface LessonProgress {
  view: 'read' | 'quiz' | 'claim' | 'done'
  selected: number | null
  tried: readonly number[]
  /** Null before a wrong answer and once dismissed. */
  wrong: { explanation: string; message: string } | null
  /** No answer is accepted before. */
  retryAtMs: number
  /** Fields are null when it was passed on an earlier visit. */
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

export const secondsToWait = (progress: LessonProgress, nowMs: number): number =>
  Math.max(0, Math.ceil((progress.retryAtMs - nowMs) / 1_000))

/** Only a day's first lesson extends the streak. */
export const streakAfterClaim = (currentStreak: number, lessons: readonly { completed: boolean }[]): number =>
  currentStreak + (lessons.some((lesson) => lesson.completed) ? 0 : 1)
