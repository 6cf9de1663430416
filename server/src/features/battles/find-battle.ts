import type { Context } from '#platform/context'
import { batchLoader } from '#platform/db/batch-loader'
import type { Queryable } from '#platform/db/db'
import { type BattleRow, findBattles } from './store.ts'

export const battleExists = async (db: Queryable, id: string): Promise<boolean> =>
  (await findBattles(db, [id]))[0] !== undefined

export const battleFinder = ({ db }: Pick<Context, 'db'>): ((id: string) => Promise<BattleRow | undefined>) =>
  batchLoader((ids) => findBattles(db, ids))
