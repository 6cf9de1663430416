import { expect, it } from 'vitest'
import { noLog } from '#platform/http/security/security-log'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { productContext } from '../../../../tests/server/product/arena.ts'
import { openPg } from '../../platform/db/connection/open-pg.ts'
import { scheduledJobs } from '../../run-features.ts'
import { closeByTheWords, type Played } from './close-reference.ts'
import { weekOf } from './league.rules.ts'

const MEMBERS = 3_000

/** More people on low levels than on high ones, few different points, and some who left. */
const SEED = `
  insert into users (id, username, created_at)
    select gen_random_uuid(), 'member_' || g, '2026-01-01' from generate_series(1, ${MEMBERS}) g;
  insert into league_members (user_id, joined_at) select id, created_at from users;
  insert into league_entries (user_id, week, level, league, points, first_at, reached_at, is_out)
    select id, :week, level, (row_number() over (partition by level order by first_at, id) - 1) / 30 + 1, points, first_at,
           first_at + (hashtext(id::text || 'r') & 1023) * interval '1 second', hashtext(id::text || 'o') & 31 = 0
    from (select id, 1 + floor(10 * power((hashtext(id::text) & 65535) / 65536.0, 2))::int as level,
                 1 + (hashtext(id::text || 'p') & 127) as points,
                 league_week_start(:week) + (hashtext(id::text || 'f') & 511) * interval '1 minute' as first_at
          from users) people;
  insert into league_weeks (week, level, seats) select week, level, count(*) from league_entries group by 1, 2`

/** Kills the connection of every third statement that writes places or messages, as if its server had died. */
const KILLS = `
  create sequence deaths;
  create function die() returns trigger language plpgsql as $$
  begin
    if nextval('deaths') % 3 = 1 and currval('deaths') < 20 then perform pg_terminate_backend(pg_backend_pid()); end if;
    return null;
  end $$;
  create trigger die after update on league_entries for each statement execute function die();
  create trigger die after insert on notifications for each statement execute function die()`

type Stored = Played & { level: number; league: number; place: number | null; moved: number | null }

it('two servers close a week and tell everybody exactly once, although they die in the middle [leagues.closes] [leagues.told]', async () => {
  const url = await newPostgresDatabase()
  const db = await openPg({ url, poolSize: 1 })
  const week = weekOf(new Date()) - 1
  await db.script(SEED.replaceAll(':week', String(week)))
  await db.script(KILLS)
  const isOpen = async () =>
    (await db.query('select 1 from league_weeks where closed * 30 < seats or told < closed')).length > 0
  const serve = async () => {
    const own = await openPg({ url, poolSize: 4 })
    const jobs = scheduledJobs(productContext(own), () => {}, noLog).filter(({ name }) => name.startsWith('league_'))
    while (await isOpen()) for (const job of jobs) await job.runBatch().catch(() => {})
    await own.close()
  }
  await Promise.all([serve(), serve()])

  const [killed] = await db.query<{ statements: number }>('select last_value::int as statements from deaths')
  expect(killed?.statements).toBeGreaterThan(3)
  const rows = await db.query<Stored>(
    `select user_id as "userId", level, league, points, (extract(epoch from reached_at) * 1000)::float8 as "reachedMs",
            is_out as "isOut", place::int, moved::int
     from league_entries where week = $1`,
    [week],
  )
  for (const people of Map.groupBy(rows, ({ level, league }) => `${level} ${league}`).values()) {
    const expected = closeByTheWords(people[0]?.level ?? 0, people)
    for (const { userId, place, moved } of people)
      expect({ place, moved }).toEqual(expected.get(userId) ?? { place: null, moved: null })
  }
  const [told] = await db.query(
    `select count(*)::int as told, count(distinct user_id)::int as people from notifications where type = 'league_result'`,
  )
  const placed = rows.filter(({ place }) => place !== null).length
  expect(told).toEqual({ told: placed, people: placed })
  await db.close()
})
