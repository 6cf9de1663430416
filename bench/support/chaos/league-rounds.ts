import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { closeByTheWords, type Played, weekOf } from '../../../server/src/features/leagues/index.ts'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { seeded } from '../seeded.ts'

export interface LeaguePlan {
  url: string
  members: number
  /** How many servers are killed while they close. */
  kills: number
  seed: number
  jobs: readonly ('league_closings' | 'league_results')[]
  withinMs: number
}

export interface LeagueCounts {
  leagues: number
  kills: number
  closeMs: number
  /** Members whose place or move isn't what the rules say, or was written more or less than once. Must be none. */
  wrong: number
}

const SERVERS = 2
const LEAGUES_READ = 1_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Closes a full week of the past on several servers, and kills one of them at random moments until all are closed.
 * Compares every place with the rules. A trigger of its own counts how often places were written and kept.
 */
export async function leagueRounds({ url, members, kills, seed, jobs, withinMs }: LeaguePlan): Promise<LeagueCounts> {
  const random = seeded(seed)
  const db = await openPg({ url, poolSize: 2 })
  const week = weekOf(new Date()) - 1
  await seedWeek(db, members, week)
  const closing = await closeThroughKills(db, { url, kills, jobs, withinMs, random })
  const wrong = (await countWrong(db, week)) + (await countRewritten(db))
  const [row] = await db.query<{ leagues: number }>(
    'select count(*)::int as leagues from (select distinct level, league from league_entries) each',
  )
  await db.close()
  return { leagues: row?.leagues ?? 0, ...closing, wrong }
}

/** More people on low levels than on high ones, few different points, some who left. */
async function seedWeek(db: Db, members: number, week: number): Promise<void> {
  await db.query(
    `insert into users (id, username, created_at)
     select gen_random_uuid(), 'member_' || g, clock_timestamp() from generate_series(1, $1::int) g`,
    [members],
  )
  await db.query('insert into league_members (user_id, joined_at) select id, created_at from users')
  await db.query(
    `insert into league_entries (user_id, week, level, league, points, first_at, reached_at, is_out)
     select id, $1, level, (row_number() over (partition by level order by first_at, id) - 1) / 30 + 1, points, first_at,
            first_at + (hashtext(id::text || 'r') & 1023) * interval '1 second', hashtext(id::text || 'o') & 31 = 0
     from (select id, 1 + floor(10 * power((hashtext(id::text) & 65535) / 65536.0, 2))::int as level,
                  1 + (hashtext(id::text || 'p') & 127) as points,
                  league_week_start($1) + (hashtext(id::text || 'f') & 511) * interval '1 minute' as first_at
           from users) people`,
    [week],
  )
  await db.query(
    'insert into league_weeks (week, level, seats) select week, level, count(*) from league_entries group by 1, 2',
  )
  await db.script('vacuum analyze league_entries')
  await db.script(`create table closings (places bigint not null);
    create function count_closings() returns trigger language plpgsql as $$
    begin
      insert into closings select count(*) from written where place is not null;
      return null;
    end $$;
    create trigger count_closings after update on league_entries referencing new table as written
      for each statement execute function count_closings()`)
}

type Closing = Pick<LeaguePlan, 'url' | 'kills' | 'jobs' | 'withinMs'> & { random: () => number }

async function closeThroughKills(
  db: Db,
  { url, kills, jobs, withinMs, random }: Closing,
): Promise<{ kills: number; closeMs: number }> {
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => startServer(url, jobs)))
  const beganMs = performance.now()
  const lastMs = beganMs + withinMs
  for (const server of servers) server.send('go')
  let killed = 0
  let isDone = false
  const killing = (async () => {
    while (killed < kills && !isDone) {
      await pause(random() * 1_000)
      if (isDone) return
      const doomed = killed % SERVERS
      const gone = new Promise((resolve) => servers[doomed]?.once('exit', resolve))
      servers[doomed]?.kill('SIGKILL')
      await gone
      killed++
      const next = await startServer(url, jobs)
      servers[doomed] = next
      next.send('go')
    }
  })()
  const isTold = jobs.includes('league_results')
  while (!isDone && performance.now() < lastMs) {
    const open = await db.query('select 1 from league_weeks where closed * 30 < seats or ($1 and told < closed)', [
      isTold,
    ])
    isDone = open.length === 0
    if (!isDone) await pause(50)
  }
  const closeMs = performance.now() - beganMs
  if (!isDone) throw new Error(`the week was not closed within ${withinMs} ms`)
  await killing
  for (const server of servers) server.disconnect()
  return { kills: killed, closeMs }
}

function startServer(url: string, jobs: readonly string[]): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'league-worker.ts'), [url, ...jobs])
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child))
    child.once('exit', (code) => reject(new Error(`a server of the leagues ended (${code})`)))
  })
}

type Stored = Played & { level: number; league: number; place: number | null; moved: number | null }

async function countWrong(db: Db, week: number): Promise<number> {
  let wrong = 0
  for (let level = 1; level <= 10; level++) {
    for (let from = 0; ; from += LEAGUES_READ) {
      const rows = await db.query<Stored>(
        `select user_id as "userId", league, points, (extract(epoch from reached_at) * 1000)::float8 as "reachedMs",
                is_out as "isOut", place::int, moved::int
         from league_entries where week = $1 and level = $2 and league > $3 and league <= $4`,
        [week, level, from, from + LEAGUES_READ],
      )
      if (rows.length === 0) break
      for (const people of Map.groupBy(rows, ({ league }) => league).values()) {
        const expected = closeByTheWords(level, people)
        for (const { userId, place, moved } of people) {
          const right = expected.get(userId)
          if (place !== (right?.place ?? null) || moved !== (right?.moved ?? null)) wrong++
        }
      }
    }
  }
  return wrong
}

/** Places written and kept, beyond or short of one for each. */
async function countRewritten(db: Db): Promise<number> {
  const [row] = await db.query<{ more: number }>(
    `select ((select coalesce(sum(places), 0) from closings)
             - (select count(*) from league_entries where place is not null))::int as more`,
  )
  return Math.abs(row?.more ?? 0)
}
