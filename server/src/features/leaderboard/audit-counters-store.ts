import type { Queryable } from '#platform/db/db'
import { fragment, out, sql, sqlWith } from '#platform/db/sql'
import { ALL, type Finding, isWhole } from './audit-parts-store.ts'

const FIND_NEXT_BOARD = sql`
  select least((select board from rank_entries where board > $1::bigint order by board limit 1),
  (select board from rank_counters where board > $1::bigint order by board limit 1),
  (select min(board) from rank_shifts where board > $1::bigint)) as ${out('board', 'int?')}`

/** Returns the next board with users or counters; null if there is none. */
export async function findNextBoard(db: Queryable, after: number): Promise<number | null> {
  const [row] = await db.query(FIND_NEXT_BOARD, [after])
  return row?.board ?? null
}

/** Step sizes of each counter level, in points and in time. */
const LEVELS = [
  { lo: 'rank_block(points)', end: 'rank_block_end(points)', span: '0::bigint', where: 'true', points: '0' },
  { lo: 'rank_bucket(points)', end: 'rank_bucket_end(points)', span: '0::bigint', where: 'true', points: 'n * points' },
  { lo: 'points', end: 'rank_bucket_end(points)', span: 'tie >> 15', where: 'points < 4096', points: '0' },
  { lo: 'points', end: 'rank_bucket_end(points)', span: 'tie >> 11', where: 'points < 4096', points: '0' },
] as const
export type Level = 0 | 1 | 2 | 3
const ofLevels = <T>(make: (level: Level) => T) => [make(0), make(1), make(2), make(3)] as const

export interface PointsRange {
  board: number
  from: number
  end: number
}

const FIND_STEP_END = ofLevels((level) =>
  sqlWith(
    (offset: number) => fragment`
      select ${LEVELS[level].end} as ${out('end', 'bigint')} from rank_entries
      where board = $1 and points >= $2 and ${LEVELS[level].where} order by points limit 1 offset ${offset}`,
    1_000,
  ),
)

/** Returns the end of the step that contains the last of the next `rows` users. */
export async function findStepEnd(
  db: Queryable,
  level: Level,
  { board, from }: Pick<PointsRange, 'board' | 'from'>,
  rows: number,
): Promise<number> {
  const [row] = await db.query(FIND_STEP_END[level](rows - 1), [board, from])
  return row?.end ?? ALL.upTo
}

const FIND_MISCOUNTED = ofLevels((level) => {
  const { lo, span, where, points } = LEVELS[level]
  const inRange = 'board = $1 and points >= $2 and points < $3'
  return sql`
    select coalesce(c.board, e.board) || '/' || coalesce(c.lo, e.lo) || '/' || coalesce(c.span, e.span)
             as ${out('subject', 'text')},
           'counted ' || coalesce(c.n, 0) || ', there are ' || coalesce(e.n, 0) as ${out('detail', 'text')}
    from (select board, lo, span, sum(n) as n, sum(points) as points
          from (select board, lo, span, n, points from rank_counters
                where level = ${level} and board = $1 and lo >= $2 and lo < $3
                union all
                select board, ${lo}, ${span}, n, ${points} from rank_shifts where ${inRange} and ${where}) counted
          group by board, lo, span having sum(n) <> 0 or sum(points) <> 0) c
    full join (select board, ${lo} as lo, ${span} as span, count(*) as n, sum(${points.replace('n *', '')}) as points
               from rank_entries where ${inRange} and (board = 0 or points > 0) and ${where} group by 1, 2, 3) e
      on (e.board, e.lo, e.span) = (c.board, c.lo, c.span)
    where (c.n is distinct from e.n or c.points is distinct from e.points) and ${isWhole('$1::bigint')}
    order by coalesce(c.lo, e.lo), coalesce(c.span, e.span)`
})

/** Returns miscounted steps. Counts equal points together: a fraction of a second for a million users. */
export const findMiscounted = (db: Queryable, level: Level, { board, from, end }: PointsRange): Promise<Finding[]> =>
  db.query(FIND_MISCOUNTED[level], [board, from, end])
