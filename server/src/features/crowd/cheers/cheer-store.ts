import type { Queryable } from '#platform/db/db'
import { columns, type RowOf, sql } from '#platform/db/sql'
import type { Cheers } from './cheer-counter.ts'

const c = columns('battle_cheers', 'c')

const ADD_CHEERS = sql`
  insert into battle_cheers (battle_id, participant_id, cheers)
  select * from unnest($1::uuid[], $2::uuid[], $3::bigint[])
  on conflict (battle_id, participant_id) do update set cheers = battle_cheers.cheers + excluded.cheers`

export async function addCheers(db: Queryable, cheers: readonly Cheers[]): Promise<void> {
  await db.query(ADD_CHEERS, [
    cheers.map(({ battleId }) => battleId),
    cheers.map(({ participantId }) => participantId),
    cheers.map(({ count }) => count),
  ])
}

const FIND_CHEERS = sql`select ${c('participantId', 'cheers')} from battle_cheers c where c.battle_id = $1`

export const findCheers = (db: Queryable, battleId: string): Promise<RowOf<typeof FIND_CHEERS>[]> =>
  db.query(FIND_CHEERS, [battleId])
