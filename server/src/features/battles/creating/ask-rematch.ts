import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { rematchRefusal } from '../battle.rules.ts'
import { findBattles } from '../store.ts'
import { createBattle } from './create-battle.ts'
import { rematchForm } from './rematch.rules.ts'

/**
 * Challenges the other participant of a decided battle to a rematch. Returns the new battle's id. A battle has one open
 * rematch: asking again, or after the other participant did, returns it. Throws BATTLE_NOT_FOUND,
 * BATTLE_PARTICIPANTS_ONLY, BATTLE_NO_REMATCH, or the errors of `createBattle`.
 */
export async function askRematch(
  ctx: Context,
  features: readonly Feature[],
  { battleId, userId, requestKey }: { battleId: string; userId: string; requestKey: string | undefined },
): Promise<string> {
  // Not locked, since a decided battle never changes.
  const [battle] = await findBattles(ctx.db, [battleId])
  if (!battle) throw new AppError('BATTLE_NOT_FOUND')
  const refusal = rematchRefusal(battle, userId)
  if (refusal) throw new AppError(refusal)
  return createBattle(ctx, features, {
    userId,
    form: rematchForm(battle, userId),
    requestKey: requestKey && `rematch/${battleId}/${requestKey}`,
  })
}
