import { giveGifts } from '../../server/src/features/battles/index.ts'
import { clockAt } from '../../server/src/platform/clock.ts'
import type { Context } from '../../server/src/platform/context.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { doDue, makePeople } from '../../tests/server/product/arena.ts'
import { liveBattles } from '../support/database.ts'

const PEOPLE = 500
const PAST = 2_000
const LIVE = 8
const AT_ONCE = 1_000
const HOUR_MS = 3_600_000

/** Returns a year of battles, one of which is over and has as many gifts as there are battles. */
export async function seedSiege(ctx: Context, size: number) {
  const { db } = ctx
  const people = await makePeople(ctx, PEOPLE)
  const finished = await finishBattle(ctx, people, size)
  await insertBattles(db, people, size)
  const live = await liveBattles(ctx, LIVE)
  const past = await db.query<{ id: string }>(
    `select id from battles where status = 'completed' and id <> $1 order by id limit $2`,
    [finished, PAST],
  )
  await db.script('vacuum analyze')
  return {
    ...{ finished, gifts: size, live },
    past: past.map(({ id }) => id),
    opponents: people.slice(0, 100),
    /** A lesson whose lab can be made to cost much. */
    dearLesson: 'allowances',
  }
}
export type SiegeWorld = Awaited<ReturnType<typeof seedSiege>>

/** Plays a battle with this many gifts to its end, through commands. */
async function finishBattle(ctx: Context, givers: readonly string[], count: number): Promise<string> {
  const [{ id: battleId, sides }] = await liveBattles(ctx, 1)
  for (let first = 0; first < count; first += AT_ONCE) {
    const gifts = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => {
      const seq = first + index
      const participantId = sides[Math.floor(seq / 50) % 3 > 0 ? 0 : 1]
      return { battleId, giverId: givers[seq % PEOPLE] as string, participantId, amount: 1 + (seq % 4), key: `${seq}` }
    })
    await giveGifts(ctx, gifts)
  }
  await doDue({ ...ctx, clock: clockAt(new Date(ctx.clock.now().getTime() + 5 * HOUR_MS)) })
  // The cached lead history is dropped, as for a battle that has just ended.
  await ctx.db.query('delete from battle_courses where battle_id = $1', [battleId])
  return battleId
}

/** Inserts a year of battles: of a thousand, 3 are live, 17 upcoming and the rest over. */
async function insertBattles(db: Db, people: readonly string[], count: number): Promise<void> {
  await db.query(
    `with made as (
       select gen_random_uuid() as id, $1::uuid[] as p, n,
              case when n % 1000 < 3 then 'active' when n % 1000 < 20 then 'accepted'
                   when n % 3 = 0 then 'expired' else 'completed' end as status,
              clock_timestamp() as at
       from generate_series(1, $2::int) n
     ), written as (
       insert into battles (id, challenger_id, opponent_id, description, status, stake, starts_at, ends_at, created_at,
                            due_at, winner_id, challenger_hold, opponent_hold, gift_head)
       select id, p[1 + n % $3], p[1 + (n + 1 + n % 97) % $3], 'One of many', status, 10, starts, starts + interval '4 hours',
              starts - interval '1 hour',
              case status when 'active' then starts + interval '4 hours' when 'accepted' then starts end,
              case when status = 'completed' then p[1 + n % $3] end, gen_random_uuid(), gen_random_uuid(), ''
       from (select made.*, case status when 'active' then at - interval '1 hour'
                                       when 'accepted' then at + interval '2 hours' + n * interval '1 second'
                                       else at - interval '1 day' - n * interval '1 minute' end as starts from made) made
       returning id, status, ends_at
     )
     insert into battle_steps (battle_id, step, at) select id, 'settle', ends_at from written where status = 'completed'`,
    [people, count, people.length],
  )
}

/** Begins a lesson's check, so that its lab is open on any day. */
export async function beginCheck(db: Db, userIds: readonly string[], lessonId: string): Promise<void> {
  await db.query('insert into lesson_quizzes (user_id, lesson_id) select unnest($1::uuid[]), $2', [userIds, lessonId])
}
