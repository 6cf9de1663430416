import { expect, it } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { doDue } from '../../../../tests/server/actors/battles.ts'
import { rethrow } from '../../../../tests/server/rethrow.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { twoServers } from '../../../../tests/server/two-servers.ts'
import { features } from '../../features.ts'
import { remindersDue } from '../reminders/index.ts'

const PEOPLE = 1_200

const servers = twoServers(testApp)
const [one, two] = servers

it('tells each person once, with two servers at work and one that is killed between its statements [notifications.recap]', async () => {
  const { id } = await (await newcomer(one)).me()
  // Copies of a learner who learned on Tuesday; every third of them did nothing.
  await one.ctx.db.query(
    `insert into users (id, username, created_at)
     select gen_random_uuid(), 'copy_' || nr, created_at from users, generate_series(1, $2::int) nr where id = $1`,
    [id, PEOPLE],
  )
  await one.ctx.db.query(
    `insert into learners (user_id, time_zone) select id, 'UTC' from users where username like 'copy\\_%'`,
  )
  await one.ctx.db.query(
    `insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after)
     select id, 'lesson', '2026-03-03', '2026-03-03T08:30:00Z', false, 0, 1 from users
     where username like 'copy\\_%' and substr(username, 6)::int % 3 > 0`,
  )
  for (const { ctx } of servers) await doDue(ctx)
  for (const { ctx } of servers) ctx.clock.set('2026-03-09T09:00:00Z')

  const count = async () => {
    const [row] = await one.ctx.db.query<{ all: number; people: number }>(
      `select count(*)::int as all, count(distinct user_id)::int as people from notifications where type = 'recap'`,
    )
    return row
  }
  // The killed server has written a batch and loses its connection before the commit.
  const killed = remindersDue({ ...one.ctx, db: { ...one.ctx.db, tx: dying(one) } }, { features, onError: rethrow })
  const untilKilled = async () => {
    while (await killed.runBatch());
  }
  await expect(untilKilled()).rejects.toThrow('killed')
  expect(await count()).toEqual({ all: 0, people: 0 })

  await one.ctx.db.query(`update reminder_rounds set due_at = '-infinity'`)
  const jobs = [one, two, one, two].map(({ ctx }) => remindersDue(ctx, { features, onError: rethrow }))
  while ((await Promise.all(jobs.map((job) => job.runBatch()))).some((ran) => ran));
  const wanted = (PEOPLE * 2) / 3
  expect(await count()).toEqual({ all: wanted, people: wanted })
})

/** Returns transactions that fail at their end, after everything was written. */
const dying =
  ({ ctx: { db } }: TestApp): typeof db.tx =>
  (work, ...rest) =>
    db.tx(
      async (tx) => {
        const result = await work(tx)
        const [row] = await tx.query<{ told: number }>(
          `select count(*)::int as told from notifications where type = 'recap'`,
        )
        if ((row?.told ?? 0) > 0) throw new Error('killed')
        return result
      },
      ...rest,
    )
