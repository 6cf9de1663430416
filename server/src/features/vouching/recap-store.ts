import { formatUsdc, formatWhole } from '@aura/api/money'
import type { Moment, PersonFigures, PersonWeek, RecapSource } from '#features/recap'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { columns, fragment, out, sql } from '#platform/db/sql'

const v = columns('vouches', 'v')

/** Condition: the vouch is between two accounts, and the target didn't block the other. */
const SHOWN = fragment`v.voucher_id is not null and not exists (
    select 1 from blocks x where x.blocker_id = v.target_id and x.blocked_id = v.voucher_id)`

const SUM_RECEIVED = sql`
  select asked.user_id as ${out('userId', 'uuid')}, got.people as ${out('people', 'int')},
         got.micros as ${out('micros', 'bigint')}
  from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as asked (user_id, starts_at, ends_at)
  cross join lateral (
    select count(distinct v.voucher_id)::int as people, coalesce(sum(v.usdc_micros), 0)::bigint as micros
    from vouches v where v.target_id = asked.user_id and v.vouched_at >= asked.starts_at and v.vouched_at < asked.ends_at
      and ${SHOWN}) got
  where got.people > 0`

async function figures(db: Queryable, weeks: readonly PersonWeek[]): Promise<PersonFigures[]> {
  const rows = await db.query(SUM_RECEIVED, [
    weeks.map(({ userId }) => userId),
    weeks.map(({ startsAt }) => startsAt.toISOString()),
    weeks.map(({ endsAt }) => endsAt.toISOString()),
  ])
  return rows.map(({ userId, people, micros }) => ({
    userId,
    figures: [
      {
        number: formatUsdc(micros),
        words: 'USDC vouched',
        note: people === 1 ? 'by one person' : `by ${formatWhole(people)} people`,
        path: `/user/${userId}`,
      },
    ],
  }))
}

const FIND_RECEIVED = sql`
  select ${v('voucherId', 'usdcMicros', 'vouchedAt')},
         not exists (select 1 from vouches o where o.target_id = $1 and o.vouched_at < v.vouched_at)
           as ${out('isFirst', 'boolean')}
  from vouches v where v.target_id = $1 and v.vouched_at >= $2::timestamptz and v.vouched_at < $3::timestamptz
    and ${SHOWN}`

async function moments({ db }: Context, { userId, startsAt, endsAt }: PersonWeek): Promise<Moment[]> {
  const rows = await db.query(FIND_RECEIVED, [userId, startsAt, endsAt])
  return rows.map(({ voucherId, usdcMicros, vouchedAt, isFirst }) => ({
    kind: isFirst ? 'first' : 'received',
    size: isFirst ? 2 : usdcMicros,
    at: vouchedAt,
    path: voucherId === null ? null : `/user/${voucherId}`,
    otherId: voucherId,
    say: (other) => ({
      title: isFirst ? `First vouch, from ${other}` : `A vouch from ${other}`,
      detail: `${formatUsdc(usdcMicros)} USDC, all of it paid out.`,
    }),
  }))
}

export const vouchingRecap: RecapSource = {
  figures,
  details: async (ctx, week) => ({ figures: [], moments: await moments(ctx, week) }),
}
