import type { Queryable } from '#platform/db/db'
import { type BattleRow, findBattles } from '../store.ts'
import type { BattleChange, Transition } from './apply-transitions.ts'

/** A battle that its rounds decided: both came, and it wasn't called off. */
export interface DecidedRounds {
  readonly id: string
  readonly challengerId: string
  readonly opponentId: string
  /** Null for a draw. */
  readonly winnerId: string | null
}

const isDecided = ({ status, bestOf, absent }: BattleRow) =>
  status === 'completed' && bestOf !== null && absent === null

const decidedOf = ({ id, challengerId, opponentId, winnerId }: BattleRow): DecidedRounds => ({
  id,
  challengerId,
  opponentId,
  winnerId,
})

/** Returns the battles among these changes that were decided by rounds, in order. */
export function decidedRounds(transitions: readonly Transition[], changes: readonly BattleChange[]): DecidedRounds[] {
  const settled = new Set(transitions.flatMap(({ transition, battle }) => (transition === 'settle' ? battle.id : [])))
  return changes.flatMap(({ battle }) => (settled.has(battle.id) && isDecided(battle) ? decidedOf(battle) : []))
}

/** Returns those of these battles that were decided by rounds, by id. */
export async function findDecidedRounds(db: Queryable, ids: readonly string[]): Promise<Map<string, DecidedRounds>> {
  const battles = await findBattles(db, ids)
  return new Map(
    battles.flatMap((battle) => (battle && isDecided(battle) ? [[battle.id, decidedOf(battle)] as const] : [])),
  )
}
