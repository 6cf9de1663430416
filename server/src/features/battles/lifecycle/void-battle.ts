import { recordActions } from '#features/admin-log'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { sideOf, statusAt, TRANSITIONS } from '../battle.rules.ts'
import { hasGiven } from '../gifts/gift-store.ts'
import { publishChanges } from '../publish-changes.ts'
import { type BattleRow, lockBattle } from '../store.ts'
import { applyTransitions } from './apply-transitions.ts'

/**
 * Refunds stakes and gifts; `reason` is shown on the battle's page. `adminId` is null from a shell. Throws
 * BATTLE_NOT_FOUND, ADMIN_OWN_BATTLE for an admin who takes part or gave, and BATTLE_NOT_VOIDABLE, also for a battle
 * that has ended but isn't settled.
 */
export async function voidBattle(
  ctx: Context,
  { battleId, reason, adminId }: { battleId: string; reason: string; adminId: string | null },
): Promise<void> {
  const changes = await ctx.db.tx(async (tx) => {
    const battle = await lockBattle(tx, battleId)
    if (!battle) throw new AppError('BATTLE_NOT_FOUND')
    const at = await databaseTime(tx, ctx.clock)
    if (adminId !== null && (await isInvolved(tx, battle, adminId))) throw new AppError('ADMIN_OWN_BATTLE')
    if (!TRANSITIONS.void.from.includes(statusAt(battle, at))) throw new AppError('BATTLE_NOT_VOIDABLE')
    await recordActions(
      tx,
      [{ adminId, action: 'void-battle', subjectKind: 'battle', subject: battleId, reason }],
      ctx.clock.sqlNow(),
    )
    return applyTransitions(tx, ctx.clock, [{ transition: 'void', battle, actorId: adminId, reason }], { at })
  })
  publishChanges(ctx, changes)
}

const isInvolved = async (tx: Tx, battle: BattleRow, userId: string): Promise<boolean> =>
  sideOf(battle, userId) !== undefined || (await hasGiven(tx, battle.id, userId))
