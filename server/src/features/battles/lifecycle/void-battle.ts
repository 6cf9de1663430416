import { accountsOf, recordActions } from '#features/admin-log'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { sideOf, statusAt, TRANSITIONS } from '../battle.rules.ts'
import { haveGiven } from '../gifts/gift-store.ts'
import { publishChanges } from '../publish-changes.ts'
import { type BattleRow, findBattles, lockBattle } from '../store.ts'
import { applyTransitions, type BattleChange } from './apply-transitions.ts'

interface Voided {
  battleId: string
  reason: string
  /** Null when run from the command line. */
  adminId: string | null
  /** The admin who proposed it, once another admin confirms. */
  proposerId?: string | undefined
}

/**
 * Refunds stakes and gifts; the battle's page shows `reason`. Throws BATTLE_NOT_FOUND, ADMIN_OWN_CASE if an account of
 * the admins takes part or gave, BATTLE_NOT_VOIDABLE, also for a battle that has ended but isn't settled, and SECOND_ADMIN_REQUIRED
 * for a single admin after a gift.
 */
export async function voidBattle(ctx: Context, voided: Voided): Promise<void> {
  publishChanges(ctx, await ctx.db.tx((tx) => voidBattleIn(ctx, tx, voided)))
}

/** Does the same as `voidBattle` in a transaction of the caller, who then publishes the changes. */
export async function voidBattleIn(
  ctx: Context,
  tx: Tx,
  { battleId, reason, adminId, proposerId }: Voided,
): Promise<BattleChange[]> {
  const { battle, at, needsSecond } = await checkVoid(ctx, tx, {
    battleId,
    adminIds: [adminId ?? [], proposerId ?? []].flat(),
  })
  if (needsSecond && adminId !== null && proposerId === undefined) throw new AppError('SECOND_ADMIN_REQUIRED')
  await recordActions(
    tx,
    [
      {
        adminId,
        action: 'void-battle',
        subjectKind: 'battle',
        subject: battleId,
        concerns: participantsOf(battle),
        reason,
      },
    ],
    ctx.clock.sqlNow(),
  )
  return applyTransitions(tx, ctx.clock, [{ transition: 'void', battle, actorId: adminId, reason }], { at })
}

/** Returns whether voiding a battle takes two admins. Throws the other errors of `voidBattle`. */
export const voidNeedsSecond = async (ctx: Context, battleId: string, adminId: string): Promise<boolean> =>
  ctx.db.tx(async (tx) => (await checkVoid(ctx, tx, { battleId, adminIds: [adminId] })).needsSecond)

async function checkVoid(
  ctx: Context,
  tx: Tx,
  { battleId, adminIds }: { battleId: string; adminIds: readonly string[] },
) {
  const battle = await lockBattle(tx, battleId)
  if (!battle) throw new AppError('BATTLE_NOT_FOUND')
  const at = await databaseTime(tx, ctx.clock)
  if (await isInvolved(tx, battle, adminIds)) throw new AppError('ADMIN_OWN_CASE')
  if (!TRANSITIONS.void.from.includes(statusAt(battle, at))) throw new AppError('BATTLE_NOT_VOIDABLE')
  return { battle, at, needsSecond: battle.giftCount > 0 }
}

/** Returns whether an account of this admin takes part in a battle or gave in it. */
export async function isInvolvedIn(db: Queryable, battleId: string, adminId: string): Promise<boolean> {
  const [battle] = await findBattles(db, [battleId])
  return battle !== undefined && isInvolved(db, battle, [adminId])
}

async function isInvolved(db: Queryable, battle: BattleRow, adminIds: readonly string[]): Promise<boolean> {
  const accounts = await accountsOf(db, adminIds)
  return accounts.some((id) => sideOf(battle, id) !== undefined) || (await haveGiven(db, battle.id, accounts))
}

const participantsOf = ({ challengerId, opponentId }: BattleRow) => [challengerId, opponentId]
