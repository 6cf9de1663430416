import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { noLog } from '../../../server/src/platform/http/security/security-log.ts'
import { startScheduler } from '../../../server/src/platform/scheduler/scheduler.ts'
import { JOB_CONNECTIONS, scheduledJobs } from '../../../server/src/run-features.ts'
import { seeded } from '../seeded.ts'
import { benchContext, makeBattles, makePeople } from '../servers/arena.ts'
import { holdPeople, makeDue, stuckOutside } from './stuck-kinds.ts'

/** Milliseconds. `waits` is how long requests waited for the database. */
export interface Lateness {
  starts: number[]
  settlements: number[]
  reads: number[]
}

interface Rounds {
  url: string
  battles: number
  /** Starts are spread over this; each battle lasts `LASTS_MS`. */
  jitterMs: number
  seed: number
  stuck: number
}

const LASTS_MS = 1_000
const READ_EVERY_MS = 50

export async function schedulerRounds({ url, battles, jitterMs, seed, stuck }: Rounds): Promise<Lateness> {
  const db = await openPg({ url, poolSize: 4 })
  const background = await openPg({ url, poolSize: JOB_CONNECTIONS })
  const ctx = benchContext(db)
  const people = await makePeople(ctx, stuck)
  await makeDue(ctx, people)
  const ids = (await makeBattles(ctx, battles)).map(({ id }) => id)
  const random = seeded(seed)
  const free = await holdPeople(db, people)
  await db.query(
    `update battles b set starts_at = at, ends_at = at + $3 * interval '1 millisecond', due_at = at
     from unnest($1::uuid[], $2::float8[]) as given (id, ms)
     cross join lateral (select clock_timestamp() + given.ms * interval '1 millisecond') as moment (at)
     where b.id = given.id`,
    [ids, ids.map(() => 500 + random() * jitterMs), LASTS_MS],
  )
  const stop = startScheduler(
    scheduledJobs(stuckOutside({ ...ctx, db: background }), () => {}, noLog),
    {
      onError: () => {},
      graceMs: 0,
    },
  )
  const reads: number[] = []
  const isOver = async () => {
    const beganMs = performance.now()
    const open = await db.query('select 1 from battles where due_at is not null and id = any($1::uuid[])', [ids])
    reads.push(performance.now() - beganMs)
    return open.length === 0
  }
  const lastMs = performance.now() + jitterMs + LASTS_MS + 60_000
  while (!(await isOver()) && performance.now() < lastMs) {
    await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS))
  }
  const late = async (step: 'start' | 'settle', moment: 'starts_at' | 'ends_at') =>
    (
      await db.query<{ ms: number }>(
        `select extract(epoch from coalesce(s.at, clock_timestamp()) - b.${moment})::float8 * 1000 as ms
         from battles b left join battle_steps s on s.battle_id = b.id and s.step = $2 where b.id = any($1::uuid[])`,
        [ids, step],
      )
    ).map(({ ms }) => ms)
  const lateness = { starts: await late('start', 'starts_at'), settlements: await late('settle', 'ends_at'), reads }
  await stop()
  await free()
  await Promise.all([db.close(), background.close()])
  return lateness
}
