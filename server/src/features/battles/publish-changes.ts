import type { Context } from '#platform/context'
import type { BattleChange } from './lifecycle/apply-transitions.ts'

export function publishChanges({ live }: Context, changes: readonly BattleChange[]): void {
  for (const { battle, notifiedIds } of changes) {
    live.changed(`battle:${battle.id}`)
    if (battle.bestOf !== null) publishState({ live }, battle.id)
    live.changed('battles')
    for (const userId of new Set([battle.challengerId, battle.opponentId, ...notifiedIds]))
      live.changed(`user:${userId}`)
  }
}

/** Publishes gifts, which change the battle's page and the givers' balances, but no list unless they move its end. */
export function publishGifts(
  { live }: Context,
  battleId: string,
  { giverIds, isExtended }: { giverIds: readonly string[]; isExtended: boolean },
): void {
  live.changed(`battle:${battleId}`)
  if (isExtended) live.changed('battles')
  for (const userId of new Set(giverIds)) live.changed(`user:${userId}`)
}

/** Publishes a change of a battle's rounds, which the battle's page shows as points, but no list. */
export function publishRounds({ live }: Context, battleId: string): void {
  publishState({ live }, battleId)
  live.changed(`battle:${battleId}`)
}

// Participants follow a topic of their own, so that no crowd stands before them when a round opens.
function publishState({ live }: Pick<Context, 'live'>, battleId: string): void {
  live.changed(`duel:${battleId}`)
  live.changed(`rounds:${battleId}`)
}
