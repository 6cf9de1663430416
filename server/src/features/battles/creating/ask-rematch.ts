import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { rematchRefusal } from '../battle.rules.ts'
import { findBattles } from '../store.ts'
import { createBattle } from './create-battle.ts'
import { rematchForm } from './rematch.rules.ts'

/**
 * Challenges the other participant of a decided battle to the same again, and returns the new battle's id. There is one
 * open rematch of a battle: asking again, or after the other one did, returns it. Throws BATTLE_NOT_FOUND,
 * BATTLE_PARTICIPANTS_ONLY, BATTLE_NO_REMATCH, or what `createBattle` throws.
 */
export async function askRematch(
  ctx: Context,
  features: readonly Feature[],
  { battleId, userId, requestKey }: { battleId: string; userId: string; requestKey: string | undefined },
): Promise<string> {
  // Not locked: a decided battle stays as it is.
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
