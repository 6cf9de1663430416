import type { Queryable } from '#platform/db/db'
import { findBattles } from './store.ts'

export { voidBattle } from './void-battle.ts'

export const battleExists = async (db: Queryable, id: string): Promise<boolean> =>
  (await findBattles(db, [id]))[0] !== undefined
