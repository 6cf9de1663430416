import type { BattleTotals, GivenGift } from '../../server/src/features/battles/gifts/gift-batch.rules.ts'
import { chainNext, chainStart } from '../../server/src/features/battles/gifts/gift-chain.rules.ts'
import { insertGifts } from '../../server/src/features/battles/gifts/gift-store.ts'
import { clockAt } from '../../server/src/platform/clock.ts'
import type { Context } from '../../server/src/platform/context.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { type Arena, doDue, makeBattles, makePeople, productContext } from '../../tests/server/product/arena.ts'

export interface SiegeWorld {
  finished: string
  gifts: number
  live: Arena[]
  past: string[]
  opponents: string[]
  /** A lesson whose lab can be made to cost much. */
  dearLesson: string
}

const PEOPLE = 500
const PAST = 2_000
const LIVE = 8
const AT_ONCE = 5_000
const HOUR_MS = 3_600_000

export async function seedSiege(db: Db, { battles, gifts }: { battles: number; gifts: number }): Promise<SiegeWorld> {
  const ctx = productContext(db)
  const people = await makePeople(ctx, PEOPLE)
  const finished = await finishBattle(ctx, people, gifts)
  await insertBattles(db, people, battles)
  const live = await makeBattles(ctx, LIVE)
  await doDue(ctx)
  const past = await db.query<{ id: string }>(
    `select id from battles where status = 'completed' and id <> $1 order by id limit $2`,
    [finished, PAST],
  )
  for (const table of ['battles', 'battle_gifts', 'battle_gifters', 'battle_steps', 'ledger_transfers']) {
    await db.script(`vacuum analyze ${table}`)
  }
  return {
    finished,
    gifts,
    live,
    past: past.map(({ id }) => id),
    opponents: people.slice(0, 100),
    dearLesson: 'allowances',
  }
}

/** Settles a battle through commands and adds unpaid gifts: a receipt reads only the battle's rows. */
async function finishBattle(ctx: Context, givers: readonly string[], count: number): Promise<string> {
  const [{ id, sides }] = (await makeBattles(ctx, 1)) as [Arena]
  await doDue(ctx)
  const end = new Date(ctx.clock.now().getTime() + 5 * HOUR_MS)
  await doDue({ ...ctx, clock: clockAt(end) })
  const nowMs = ctx.clock.now().getTime()
  const total: BattleTotals = {
    challenger: 0,
    opponent: 0,
    count: 0,
    head: chainStart(id),
    at: new Date(nowMs),
    endsAt: null,
  }
  for (let seq = 1; seq <= count; ) {
    const gifts: GivenGift[] = []
    Object.assign(total, { challenger: 0, opponent: 0, count: 0, at: new Date(nowMs - count + seq) })
    for (; seq <= count && gifts.length < AT_ONCE; seq++) {
      const isToChallenger = Math.floor(seq / 50) % 3 > 0
      const amount = 1 + (seq % 4)
      const gift = {
        battleId: id,
        giverId: givers[seq % givers.length] as string,
        participantId: sides[isToChallenger ? 0 : 1],
        amount,
        key: `siege/${seq}`,
        seq,
        at: total.at,
        purchased: amount,
        earned: 0,
      }
      total.head = chainNext(total.head, gift)
      total[isToChallenger ? 'challenger' : 'opponent'] += amount
      total.count += 1
      gifts.push({ ...gift, hash: total.head })
    }
    await ctx.db.tx((tx) => insertGifts(tx, gifts, new Map([[id, total]])))
  }
  // The cached lead history is dropped, as for a battle that has just ended.
  await ctx.db.query('delete from battle_courses where battle_id = $1', [id])
  return id
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
