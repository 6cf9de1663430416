import type { Db } from '../../../server/src/platform/db/db.ts'

export interface TableState {
  name: string
  dead: number
  bytes: number
  inserted: number
  changed: number
}

/** Dead rows and size of each table, which vacuum keeps small, and how many rows were changed. */
export const tableStates = (db: Db): Promise<TableState[]> =>
  db.query<TableState>(
    `select coalesce(pg_partition_root(relid)::oid, relid)::regclass::text as name, sum(n_dead_tup)::float8 as dead,
            sum(pg_total_relation_size(relid))::float8 as bytes, sum(n_tup_ins)::float8 as inserted,
            sum(n_tup_upd + n_tup_del)::float8 as changed
     from pg_stat_user_tables group by 1 order by 1`,
  )

export interface TableChange {
  name: string
  changed: number
  /** At the half and at the end. */
  dead: [number, number]
  bytes: [number, number]
}

/** Returns the tables whose rows were mostly changed in place between the states, at least `atLeast` times. */
export function changedInPlace(
  start: TableState[],
  half: TableState[],
  end: TableState[],
  atLeast: number,
): TableChange[] {
  const of = (states: TableState[], name: string) => states.find((state) => state.name === name)
  return end.flatMap((state) => {
    const [first, middle] = [of(start, state.name), of(half, state.name)]
    if (!first || !middle) return []
    const changed = state.changed - first.changed
    if (changed < atLeast || changed < state.inserted - first.inserted) return []
    return [{ name: state.name, changed, dead: [middle.dead, state.dead], bytes: [middle.bytes, state.bytes] }]
  })
}
