import type { Answer } from '@aura/api/calls'
import type { Review } from '@aura/api/calls/lessons/review'
import type { WinBack } from '@aura/api/calls/streak'
import { LESSON_RULES } from '@aura/api/rules/lessons'
import { WIN_BACK } from '@aura/api/rules/streak'

export function reviewText({ state, due, auraReward, progress, lab }: Review): string {
  if (state === 'done') return 'Come back tomorrow. What you answered wrong comes back first.'
  if (state === 'none') return progress ? ASKED_ALL : 'Nothing is due today.'
  if (state === 'open') return leftText(due, lab !== null)
  const reward = auraReward > 0 ? ` and pay ${auraReward} AP` : ''
  const count = due === 1 ? 'One question is due.' : `${itemsText(due, lab !== null)} today, the weakest first.`
  return `${due > 0 ? count : 'Your oldest questions.'} Four right answers count the day${reward}.`
}

export const LAB_TERMS = `One round more than in its lesson. No amount is suggested, and the list of transactions names no people. Solved, it is a right answer. If you answer a question instead, the lab comes back in ${LESSON_RULES.labPostponedDays} days.`

const questionsText = (count: number): string => (count === 1 ? 'one question' : `${count} questions`)

const itemsText = (due: number, hasLab: boolean): string =>
  !hasLab ? questionsText(due) : due === 1 ? 'a lab' : `${questionsText(due - 1)} and a lab`

function leftText(due: number, hasLab: boolean): string {
  const items = itemsText(due, hasLab)
  return `${items.charAt(0).toUpperCase()}${items.slice(1)} ${due === 1 ? 'is' : 'are'} left.`
}

const ASKED_ALL = 'Not passed today. What you answered wrong comes back tomorrow.'

export const failedText = (canRetry: boolean): string =>
  canRetry
    ? 'Not passed this time. Nothing is lost, and other questions are ready.'
    : 'Not passed this time. Nothing is lost: what you answered wrong comes back tomorrow.'

/** Says what winning a streak back takes, or how today's try stands. */
export function winBackTerms({ state, due, progress }: Review, { daysAfter }: WinBack): string {
  if (state === 'open') return leftText(due, false)
  if (progress) return WIN_BACK_FAILED
  const needed = Math.ceil((due * WIN_BACK.rightAnswers) / WIN_BACK.questions)
  return `${needed} right answers of ${due} make today day ${daysAfter}. One try a day, once in ${WIN_BACK.everyDays} days, free.`
}

export const WIN_BACK_FAILED = 'Not won back today. What you answered wrong comes back tomorrow.'

export type Purpose = 'day' | 'streak' | 'changes'

export function passedText(purpose: Purpose, counted: Answer<'POST /api/review/answer'>['counted']): string {
  if (purpose === 'changes') return 'Read. What you answered wrong comes back tomorrow.'
  if (!counted) return 'Done for today.'
  return purpose === 'day'
    ? `Done: +${counted.auraEarned} AP, day ${counted.newStreak}.`
    : `Your streak is back: day ${counted.newStreak}.`
}
