import type { Person } from '../store.ts'
import type { Contender } from './create.rules.ts'

export const contenderOf = (
  { id, apAvailable, openBattles, pendingChallenges }: Person,
  ineligible: ReadonlyMap<string, Contender['ineligible']>,
): Contender => ({ id, availableAp: apAvailable, openBattles, pendingChallenges, ineligible: ineligible.get(id) })
