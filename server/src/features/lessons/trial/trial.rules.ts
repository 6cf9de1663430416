/** A visitor's progress in the lesson they try. Stored in their browser, signed. */
export interface TrialProgress {
  lessonId: string
  wrongAnswers: number
  lastWrongAtMs: number
  passedAtMs: number | null
}

export interface TrialLimits {
  quizRetryMs: number
  trial: { wrongAnswers: number; restMs: number }
}

export const noProgress = (lessonId: string): TrialProgress => ({
  lessonId,
  wrongAnswers: 0,
  lastWrongAtMs: 0,
  passedAtMs: null,
})

/** Returns the milliseconds until the next answer is accepted: few after a wrong one, many after too many. */
export function trialWaitMs(progress: TrialProgress, nowMs: number, { quizRetryMs, trial }: TrialLimits): number {
  if (progress.wrongAnswers === 0) return 0
  const pauseMs = progress.wrongAnswers >= trial.wrongAnswers ? trial.restMs : quizRetryMs
  return Math.max(0, progress.lastWrongAtMs + pauseMs - nowMs)
}

/** Returns the progress after an answer. A passed lesson stays passed; a rest ends what came before it. */
export function afterAnswer(
  progress: TrialProgress,
  isRight: boolean,
  nowMs: number,
  { trial }: TrialLimits,
): TrialProgress {
  if (isRight) return { ...progress, passedAtMs: progress.passedAtMs ?? nowMs }
  const before = progress.wrongAnswers >= trial.wrongAnswers ? 0 : progress.wrongAnswers
  return { ...progress, wrongAnswers: before + 1, lastWrongAtMs: nowMs }
}

const OPENING_WORDS = 60

/** Returns the paragraphs within 60 words, and always the first. */
export function openingOf(content: string): string {
  const [first = '', ...others] = content.split(/\n\s*\n/)
  const words = (text: string) => text.split(/\s+/).length
  let opening = first
  for (const paragraph of others) {
    if (words(opening) + words(paragraph) > OPENING_WORDS) break
    opening += `\n\n${paragraph}`
  }
  return opening
}
