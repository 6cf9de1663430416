import type { RoundResult } from '@aura/api/calls/battles/rounds'
import type { BestOf } from '@aura/api/rules/rounds'
import { standingOf } from '../../server/src/features/battles/rounds/rounds.rules.ts'

/**
 * Returns the chance that a bot wins a battle of rounds against a person. Both are right with these chances, and the bot
 * answers at once, so of two right answers its own is the faster.
 */
export function roundsWinChance(bestOf: BestOf, { bot, person }: { bot: number; person: number }): number {
  const chances: readonly (readonly [RoundResult, number])[] = [
    ['challenger', bot],
    ['opponent', (1 - bot) * person],
    ['nobody', (1 - bot) * (1 - person)],
  ]
  const after = (results: readonly RoundResult[]): number => {
    const { points, next } = standingOf(bestOf, results)
    if (next === 'over') return Number(points.challenger > points.opponent)
    return chances.reduce((sum, [result, chance]) => sum + chance * after([...results, result]), 0)
  }
  return after([])
}
