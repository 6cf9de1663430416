import type { BrokenPromise } from '#features/ledger'
import type { Queryable } from '#platform/db/db'

/** What every transfer of AP means to a person's total and to their periods; as the trigger works it out, said anew. */
const SHARES = `(
  select 0 as board, f.owner_id as user_id, -m.amount as amount, m.id
  from ledger_transfers m join ledger_accounts f on f.id = m.from_account join ledger_accounts t on t.id = m.to_account
  where f.kind in ('ap_available', 'ap_held')
    and not (t.kind in ('ap_available', 'ap_held') and f.owner_id = t.owner_id)
  union all
  select 0, t.owner_id, m.amount, m.id
  from ledger_transfers m join ledger_accounts f on f.id = m.from_account join ledger_accounts t on t.id = m.to_account
  where t.kind in ('ap_available', 'ap_held')
    and not (f.kind in ('ap_available', 'ap_held') and f.owner_id = t.owner_id)
  union all
  select board, t.owner_id, m.amount, m.id
  from ledger_transfers m join ledger_accounts f on f.id = m.from_account join ledger_accounts t on t.id = m.to_account
  cross join lateral (values (rank_week(m.created_at)), (rank_month(m.created_at))) as period (board)
  where t.is_tracked and t.currency = 'AP' and f.owner_id <> t.owner_id
    and m.kind in ('lesson_claim', 'vouch_award', 'battle_win')
  union all
  select board, f.owner_id, -m.amount, m.id
  from ledger_transfers m join ledger_accounts f on f.id = m.from_account join ledger_accounts t on t.id = m.to_account
  cross join lateral (values (rank_week(m.created_at)), (rank_month(m.created_at))) as period (board)
  where f.is_tracked and f.currency = 'AP' and f.owner_id <> t.owner_id and m.kind in ('chain_reversal', 'debt'))`

/** Whose account was deleted is on no board; what is taken back from them later only lies there, below nothing. */
const isGone = (userId: string) =>
  `exists (select 1 from users gone where gone.id = ${userId} and gone.deleted_at is not null)`

const counted = (level: number, lo: string, span: string, where = 'true') => `
  select coalesce(c.board, e.board) || '/' || coalesce(c.lo, e.lo) || '/' || coalesce(c.span, e.span) as subject,
         'counted ' || coalesce(c.n, 0) || ', there are ' || coalesce(e.n, 0) as detail
  from (select board, lo, span, sum(n) as n, sum(points) as points
        from (select board, lo, span, n, points from rank_counters where level = ${level}
              union all
              select board, ${lo}, ${span}, n, ${level === 1 ? 'n * points' : '0'} from rank_shifts where ${where}) said
        group by board, lo, span having sum(n) <> 0 or sum(points) <> 0) c
  full join (select board, ${lo} as lo, ${span} as span, count(*) as n, sum(points) as points from rank_entries
             where (board = 0 or points > 0) and ${where} group by 1, 2, 3) e
    on (e.board, e.lo, e.span) = (c.board, c.lo, c.span)
  where c.n is distinct from e.n ${level === 1 ? 'or c.points is distinct from e.points' : ''} order by 1 limit 20`

const CHECKS: { promise: string; sql: string }[] = [
  {
    promise: 'everybody is ranked by all they have',
    sql: `select a.owner_id::text as subject, 'has ' || a.total || ', ranked with ' || coalesce(e.points::text, 'nothing')
                   as detail
          from (select owner_id, sum(balance) as total from ledger_accounts
                where kind in ('ap_available', 'ap_held') and not ${isGone('owner_id')} group by owner_id) a
          full join (select user_id, points from rank_entries where board = 0) e on e.user_id = a.owner_id
          where a.total is distinct from e.points order by 1 limit 20`,
  },
  {
    promise: 'every period ranks what was earned in it',
    sql: `select coalesce(e.user_id, s.user_id) || ' on board ' || coalesce(e.board, s.board) as subject,
                 'earned ' || coalesce(s.points, 0) || ', ranked with ' || coalesce(e.points, 0) as detail
          from (select board, user_id, sum(amount) as points from ${SHARES} shares
                where board > 0 and not ${isGone('user_id')} group by 1, 2) s
          full join (select board, user_id, points from rank_entries
                     where board > 0 and not (points <= 0 and ${isGone('user_id')})) e
            on (e.board, e.user_id) = (s.board, s.user_id)
          where s.points is distinct from e.points order by 1 limit 20`,
  },
  {
    promise: 'of equals, who was there first is before the others',
    sql: `select e.user_id || ' on board ' || e.board as subject, 'since ' || -e.tie || ', moved last by ' || s.id as detail
          from (select board, user_id, max(id) as id from ${SHARES} shares group by 1, 2) s
          join rank_entries e on (e.board, e.user_id) = (s.board, s.user_id)
          where e.tie <> -s.id order by 1 limit 20`,
  },
  { promise: 'the coarse steps count who is on them', sql: counted(0, 'rank_block(points)', '0::bigint') },
  { promise: 'the fine steps count who is on them', sql: counted(1, 'rank_bucket(points)', '0::bigint') },
  {
    promise: 'equals are counted coarsely by when they got there',
    sql: counted(2, 'points', 'tie >> 15', 'points < 4096'),
  },
  {
    promise: 'equals are counted finely by when they got there',
    sql: counted(3, 'points', 'tie >> 11', 'points < 4096'),
  },
]

export const RANK_PROMISES: readonly string[] = CHECKS.map(({ promise }) => promise)

/** Every promise of the ranks that the stored rows break. */
export async function findBrokenRanks(db: Queryable): Promise<BrokenPromise[]> {
  const broken: BrokenPromise[] = []
  for (const { promise, sql } of CHECKS) {
    for (const finding of await db.query<{ subject: string; detail: string }>(sql)) broken.push({ promise, ...finding })
  }
  return broken
}
