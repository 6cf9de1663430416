import { formatWhole } from '@aura/api/money'
import { walkoverAp } from '@aura/api/rules/rounds'
import type { Moment, PersonFigures, PersonWeek, RecapSource } from '#features/recap'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'

const b = columns('battles', 'b')

const COUNT_FOUGHT = sql`
  select asked.user_id as ${out('userId', 'uuid')}, fought.battles as ${out('battles', 'int')}, fought.won as ${out('won', 'int')}
  from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as asked (user_id, starts_at, ends_at)
  cross join lateral (
    select count(*)::int as battles, (count(*) filter (where b.winner_id = asked.user_id))::int as won
    from battles b where b.status = 'completed' and (b.challenger_id = asked.user_id or b.opponent_id = asked.user_id)
      and b.ends_at >= asked.starts_at and b.ends_at < asked.ends_at) fought
  where fought.battles > 0`

async function figures(db: Queryable, weeks: readonly PersonWeek[]): Promise<PersonFigures[]> {
  const rows = await db.query(COUNT_FOUGHT, [
    weeks.map(({ userId }) => userId),
    weeks.map(({ startsAt }) => startsAt.toISOString()),
    weeks.map(({ endsAt }) => endsAt.toISOString()),
  ])
  return rows.map(({ userId, battles, won }) => ({
    userId,
    figures: [
      {
        number: formatWhole(battles),
        words: battles === 1 ? 'battle' : 'battles',
        note: `${formatWhole(won)} won`,
        path: '/battles',
      },
    ],
  }))
}

const FIND_FOUGHT = sql`
  select ${b('id', 'challengerId', 'opponentId', 'winnerId', 'stake', 'absent', 'title', 'endsAt')},
         (b.winner_id = $1 and not exists (select 1 from battles o where o.winner_id = $1 and o.ends_at < b.ends_at))
           as ${out('isFirstWon', 'boolean?')}
  from battles b where b.status = 'completed' and (b.challenger_id = $1 or b.opponent_id = $1)
    and b.ends_at >= $2::timestamptz and b.ends_at < $3::timestamptz`

async function moments({ db }: Context, { userId, startsAt, endsAt }: PersonWeek): Promise<Moment[]> {
  const rows = await db.query(FIND_FOUGHT, [userId, startsAt, endsAt])
  return rows.map(({ id, challengerId, opponentId, winnerId, stake, absent, title, endsAt: at, isFirstWon }) => {
    const isWon = winnerId === userId
    const moved = absent === null ? stake : walkoverAp(stake)
    return {
      kind: isFirstWon ? 'first' : isWon ? 'won' : 'tried',
      size: isFirstWon ? 1 : moved,
      at,
      path: `/battles/${id}`,
      otherId: challengerId === userId ? opponentId : challengerId,
      say: (other) => ({
        title: isFirstWon ? `First win, against ${other}` : `${isWon ? 'Won against' : 'Battled'} ${other}`,
        detail: `${isWon ? `${formatWhole(moved)} AP won` : `${formatWhole(stake)} AP at stake`}${title === null ? '' : ` in ${title}`}.`,
      }),
    }
  })
}

/** A user's battles that ended in the week. */
export const battlesRecap: RecapSource = {
  figures,
  details: async (ctx, week) => ({ figures: [], moments: await moments(ctx, week) }),
}
