import { out, sql } from '#platform/db/sql'

/** Rows read in one transaction, which are at most as many locks. */
export const READ_AT_ONCE = 500

interface BatchSource {
  table: string
  key: string
  type: 'uuid' | 'bigint' | 'text'
  where: string
  set: string
}

/**
 * Reads the next keys after `$1` and changes those of their rows that still need it once they are locked, in key order. A
 * row that another transaction filled meanwhile is left alone, and one whose other columns changed is filled from those.
 */
const batchAfter = ({ table, key, where, set }: BatchSource, after: string) => sql`
  with batch as materialized (
    select r.${key} as key from ${table} r ${after} order by r.${key} limit ${READ_AT_ONCE}
  ),
  due as materialized (
    select r.${key} as key from ${table} r where r.${key} in (select key from batch) and (${where})
    order by r.${key} for no key update of r
  ),
  filled as (update ${table} r set ${set} from due where r.${key} = due.key returning 1)
  select (select key::text from batch order by batch.key desc limit 1) as ${out('last', 'text?')},
         (select count(*) from batch) as ${out('read', 'bigint')},
         (select count(*) from filled) as ${out('filled', 'bigint')}`

/** Returns the statement for the first batch of a pass, and the one for those after the key `$1`. */
export const batchStatements = (source: BatchSource) => ({
  first: batchAfter(source, ''),
  next: batchAfter(source, `where r.${source.key} > $1::${source.type}`),
})
