import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { isPlaying, sideOf } from '../battle.rules.ts'
import { applyTransitions, type BattleChange } from '../lifecycle/apply-transitions.ts'
import { unlessRelated } from '../lifecycle/unless-related.ts'
import { publishChanges, publishRounds } from '../publish-changes.ts'
import { lockBattle } from '../store.ts'
import { beginRounds } from './advance-rounds.ts'
import { absentOf, readyRefusal } from './rounds.rules.ts'
import { findRounds, findSeats, setReady } from './rounds-store.ts'

/**
 * Makes a participant ready. With both ready the battle starts, if it hasn't yet, and its first round is announced.
 * Being ready again changes nothing but when it lapses. Throws BATTLE_NOT_FOUND, BATTLE_NOT_ROUNDS,
 * BATTLE_PARTICIPANTS_ONLY, ROUNDS_NOT_READY_YET or ROUNDS_BEGUN.
 */
export async function beReady(ctx: Context, { battleId, userId }: { battleId: string; userId: string }): Promise<void> {
  const changes = await ctx.db.tx(async (tx): Promise<BattleChange[]> => {
    const battle = await lockBattle(tx, battleId)
    if (!battle) throw new AppError('BATTLE_NOT_FOUND')
    const at = await databaseTime(tx, ctx.clock)
    const hasBegun = (await findRounds(tx, battleId)).length > 0
    const refusal = readyRefusal(battle, userId, { at, hasBegun })
    const side = sideOf(battle, userId)
    if (refusal || !side) throw new AppError(refusal ?? 'BATTLE_PARTICIPANTS_ONLY')
    await setReady(tx, battleId, { side, at })
    const { challenger, opponent } = await findSeats(tx, battleId)
    const isComplete = absentOf(battle, { challenger: challenger.readyAt, opponent: opponent.readyAt }, at) === null
    if (!isComplete) return []

    const changes: BattleChange[] = []
    if (!isPlaying(battle)) {
      const starts = await unlessRelated(tx, [{ transition: 'start', battle, actorId: null }])
      changes.push(...(await applyTransitions(tx, ctx.clock, starts, { at })))
    }
    const started = changes.at(-1)?.battle ?? battle
    if (!isPlaying(started)) return changes
    const { transition } = await beginRounds(ctx, tx, started, at)
    if (transition) changes.push(...(await applyTransitions(tx, ctx.clock, [transition], { at })))
    return changes
  })
  publishRounds(ctx, battleId)
  publishChanges(ctx, changes)
}
