import type { SuggestedOpponent } from '@aura/api/calls/battles/challenges'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import { findRelatedTo } from '#features/related-accounts'
import { findIneligible } from '#features/wallets'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { findPeople } from '../store.ts'
import { findNear } from './opponents-store.ts'

/** Returns people whom the user may challenge now and who can accept, those online first, then the nearest in AP. */
export async function suggestOpponents(ctx: Context, userId: string): Promise<SuggestedOpponent[]> {
  const { db, clock, limits } = ctx
  // Related accounts can't stake against each other.
  const except = await findRelatedTo(db, userId)
  const near = await findNear(db, userId, { now: clock.sqlNow(), onlineMs: limits.onlineMs, except })
  const ids = near.map(({ id }) => id)
  const ineligible = await findIneligible(ctx, db, ids)
  const people = await findPeople(db, ids, await databaseTime(db, clock))
  return near
    .flatMap(({ id, isOnline }) => {
      const person = people.get(id)
      const isReady = person && person.apAvailable > 0 && person.openBattles < limits.battlesOpen && !ineligible.has(id)
      return isReady ? [{ person, isOnline }] : []
    })
    .slice(0, BATTLE_RULES.suggestedOpponents)
    .map(({ person, isOnline }) => ({
      id: person.id,
      username: person.username,
      profileImageUrl: person.profileImageUrl,
      auraPoints: person.apAvailable + person.apHeld,
      availableAuraPoints: person.apAvailable,
      currentStreak: person.currentStreak,
      isOnline,
    }))
}
