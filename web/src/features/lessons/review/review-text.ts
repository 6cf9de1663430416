import type { Review } from '@aura/api/calls/lessons/review'

export function reviewText({ state, due, auraReward, progress }: Review): string {
  if (state === 'done') return 'Come back tomorrow. What you answered wrong comes back first.'
  if (state === 'none') return progress ? ASKED_ALL : 'Nothing is due today.'
  if (state === 'open') return due === 1 ? 'One question is left.' : `${due} questions are left.`
  const reward = auraReward > 0 ? ` and pay ${auraReward} AP` : ''
  const count = due === 1 ? 'One question is due.' : `${due} questions today, the weakest first.`
  return `${due > 0 ? count : 'Your oldest questions.'} Four right answers count the day${reward}.`
}

const ASKED_ALL = 'Not passed today. What you answered wrong comes back tomorrow.'

export const failedText = (canRetry: boolean): string =>
  canRetry
    ? 'Not passed this time. Nothing is lost, and other questions are ready.'
    : 'Not passed this time. Nothing is lost: what you answered wrong comes back tomorrow.'
