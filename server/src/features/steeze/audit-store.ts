import type { Queryable } from '#platform/db/db'

/** Each answers the rows that break one promise about what came from the chain; none when it holds. */
const CHECKS: { promise: string; sql: string }[] = [
  {
    promise: 'Steeze came from purchases on chain, and went to withdrawals there',
    sql: `select 'Steeze' as subject, 'events say ' || said.total || ', the ledger ' || moved.total as detail
          from (select coalesce(sum(case kind when 'steeze_purchased' then steeze_amount else -steeze_amount end), 0) as total
                from chain_events where status = 'applied' and kind in ('steeze_purchased', 'steeze_withdrawn')) said,
               (select coalesce(sum(case when t.from_account = a.id then t.amount else -t.amount end), 0) as total
                from ledger_accounts a join ledger_transfers t on a.id in (t.from_account, t.to_account)
                where a.kind = 'steeze_chain') moved
          where said.total <> moved.total`,
  },
  {
    promise: 'every purchase that counts was credited, once, to whom it belongs',
    sql: `select 'event ' || e.id as subject, coalesce(p.key, 'no purchase') as detail
          from chain_events e
          left join steeze_purchases p on p.event_id = e.id
          left join ledger_transfers t on t.key = p.key and t.amount = e.steeze_amount
          where e.kind = 'steeze_purchased' and (e.status = 'applied') <> (t.id is not null) order by e.id limit 20`,
  },
  {
    promise: 'every vouch that counts was awarded, once',
    sql: `select 'event ' || e.id as subject, coalesce(v.key, 'no vouch') as detail
          from chain_events e left join vouches v on v.event_id = e.id
          left join ledger_transfers t on t.key = v.key and t.amount = v.aura_awarded
          where e.kind = 'vouched' and ((e.status = 'applied') <> (v.event_id is not null)
                or (v.aura_awarded > 0) <> (t.id is not null)) order by e.id limit 20`,
  },
  {
    promise: 'what is held to be redeemed is what is open',
    sql: `select 'redemption ' || r.id as subject, 'remains ' || r.remaining || ', held ' || coalesce(h.amount, 0) as detail
          from steeze_redemptions r
          left join ledger_holds h on h.id = r.ledger_hold
            and not exists (select 1 from ledger_hold_resolutions d where d.hold_id = h.id)
          where r.remaining <> coalesce(h.amount, 0) order by r.opened_at limit 20`,
  },
]

export async function findBrokenSteeze(db: Queryable): Promise<{ promise: string; subject: string; detail: string }[]> {
  const broken = []
  for (const { promise, sql } of CHECKS) {
    for (const finding of await db.query<{ subject: string; detail: string }>(sql)) broken.push({ promise, ...finding })
  }
  return broken
}

export const STEEZE_PROMISES: readonly string[] = CHECKS.map(({ promise }) => promise)
