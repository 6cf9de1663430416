import type { Answer } from '@aura/api/calls'
import { formatWhole } from '@aura/api/money'

/** Returns what a claim earned. `before`: AP before it. */
export function earnedText(
  { auraEarned, alreadyPaid }: Pick<Answer<'POST /api/lessons/complete'>, 'auraEarned' | 'alreadyPaid'>,
  { before, isNewDay }: { before: number; isNewDay: boolean },
): string {
  if (alreadyPaid) return 'This lesson was paid already. A lesson pays once.'
  const points = `You earned ${auraEarned} AP and now have ${formatWhole(before + auraEarned)}.`
  return isNewDay ? `${points} Your streak has a new line.` : `${points} Today is already lit. These points are extra.`
}
