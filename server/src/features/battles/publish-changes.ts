import type { Context } from '#platform/context'

/** Says, after the commit, what pages about this battle and these people no longer show as it is. */
export function publishChanges(
  { live }: Context,
  battle: { id: string; challengerId: string; opponentId: string },
  others: readonly string[] = [],
): void {
  live.changed(`battle:${battle.id}`)
  live.changed('battles')
  for (const userId of new Set([battle.challengerId, battle.opponentId, ...others])) live.changed(`user:${userId}`)
}

/** The same of gifts: they change the battle's page and what their givers have, and no list has to be asked for anew. */
export function tellGifts({ live }: Context, battleId: string, giverIds: readonly string[]): void {
  live.changed(`battle:${battleId}`)
  for (const userId of new Set(giverIds)) live.changed(`user:${userId}`)
}
