import { LEAGUE_RULES } from '@aura/api/rules/leagues'
import type { Tx } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'
import { zonesOf } from './league.rules.ts'

const e = columns('league_entries', 'e')
const w = columns('league_weeks', 'w')
const { people } = LEAGUE_RULES

const LOCK_OPEN = sql`
  select ${w('week', 'level', 'seats', 'closed')} from league_weeks w
  where w.week < $1 and w.closed * ${people} < w.seats
    and not exists (select 1 from league_entries e where e.league is null and e.week = w.week)
  order by w.week, w.level limit 1 for update skip locked`

export type OpenLevel = RowOf<typeof LOCK_OPEN>

/** Locks a level of a week before this one that has leagues to close, once all people of the week have a seat. */
export async function lockOpenLevel(tx: Tx, beforeWeek: number): Promise<OpenLevel | undefined> {
  return (await tx.query(LOCK_OPEN, [beforeWeek]))[0]
}

const CLOSE = sql`
  with ranked as (
    select e.user_id, row_number() over league_order as place, count(*) over (partition by e.league) as people
    from league_entries e
    where e.week = $1 and e.level = $2 and e.league > $3 and e.league <= $4 and not e.is_out
    window league_order as (partition by e.league order by e.points desc, e.reached_at, e.user_id)
  )
  update league_entries e
  set place = r.place,
      moved = case when r.place <= ($5::int[])[r.people] then 1
                   when r.place > r.people - ($6::int[])[r.people] then -1 else 0 end
  from ranked r where e.user_id = r.user_id and e.week = $1 and e.place is null and not e.is_out`
const UPDATE_CLOSED = sql`update league_weeks set closed = $3 where week = $1 and level = $2`

/** Closes the next leagues of a locked level, in order. */
export async function closeLeagues(tx: Tx, { week, level, seats, closed }: OpenLevel, atMost: number): Promise<void> {
  const upTo = Math.min(closed + atMost, Math.ceil(seats / people))
  const zones = Array.from({ length: people }, (_, index) => zonesOf(index + 1, level))
  await tx.query(CLOSE, [week, level, closed, upTo, zones.map(({ up }) => up), zones.map(({ down }) => down)])
  await tx.query(UPDATE_CLOSED, [week, level, upTo])
}

const LOCK_UNTOLD = sql`
  select ${w('week', 'level', 'closed', 'told')} from league_weeks w where w.told < w.closed
  order by w.week, w.level limit 1 for update skip locked`

export type UntoldLevel = RowOf<typeof LOCK_UNTOLD>

export async function lockUntoldLevel(tx: Tx): Promise<UntoldLevel | undefined> {
  return (await tx.query(LOCK_UNTOLD, []))[0]
}

const FIND_PLACES = sql`
  select ${e('userId')}, e.place as ${out('place', 'int')}, e.moved as ${out('moved', 'int')},
         max(e.place) over (partition by e.league) as ${out('people', 'int')}
  from league_entries e
  where e.week = $1 and e.level = $2 and e.league > $3 and e.league <= $4 and e.place is not null
  order by e.league, e.place`
const UPDATE_TOLD = sql`update league_weeks set told = $3 where week = $1 and level = $2`

/** Returns the places in the next leagues of a locked level, and marks them as told. */
export async function takeUntold(
  tx: Tx,
  { week, level, closed, told }: UntoldLevel,
  atMost: number,
): Promise<RowOf<typeof FIND_PLACES>[]> {
  const upTo = Math.min(told + atMost, closed)
  await tx.query(UPDATE_TOLD, [week, level, upTo])
  return tx.query(FIND_PLACES, [week, level, told, upTo])
}
