import { randomUUID } from 'node:crypto'
import { BATTLE_RULES } from '../../api/src/rules/battles.ts'
import { LEAGUE_RULES } from '../../api/src/rules/leagues.ts'
import { joinLeagues } from '../../server/src/features/leagues/index.ts'
import { noLog } from '../../server/src/platform/http/security/security-log.ts'
import { scheduledJobs } from '../../server/src/run-features.ts'
import type { Actor } from '../../tests/server/actors/actors.ts'
import { challenge, creator, doDue, gift, giver } from '../../tests/server/actors/battles.ts'
import { claim, dailyLessons, passQuiz, passReview } from '../../tests/server/actors/learning.ts'
import { earner, redeem, redeeming } from '../../tests/server/actors/redeeming.ts'
import { USDC } from '../../tests/server/chain/chain.ts'
import { TestClock } from '../../tests/server/fakes.ts'
import { LESSONS_DIR } from '../../tests/server/lessons/twelve-lessons.ts'
import { rethrow } from '../../tests/server/rethrow.ts'
import type { TestApp } from '../../tests/server/test-app.ts'
import { printTable } from '../support/figures.ts'
import { onProduct } from '../support/on-product.ts'

const MINUTE_MS = 60_000
const MONDAY = '2026-03-02T00:00:00Z'

/** Runs work on the whole product early on a Monday. */
const onMonday = <T>(work: (test: TestApp) => Promise<T>): Promise<T> =>
  onProduct({ clock: new TestClock(MONDAY), settings: { lessonsDir: LESSONS_DIR } }, work)

/** Returns the mean of their weekly points. */
async function weeklyOf(people: readonly Actor[]): Promise<number> {
  let points = 0
  for (const each of people)
    points += (await each.call('GET /api/leaderboard/me', { query: { type: 'weekly' } })).auraPoints
  return points / people.length
}

const CIRCLE = 10

type Person = Awaited<ReturnType<typeof creator>>

/** Makes this many, one after another. */
async function many<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < count) made.push(await make())
  return made
}

type Fight = { winner: number; loser: number }

/** Returns the rounds in which ten people meet each other once, five battles at a time. */
function roundsOf(wins: (a: number, b: number) => boolean): Fight[][] {
  return Array.from({ length: CIRCLE - 1 }, (_, round) =>
    Array.from({ length: CIRCLE / 2 }, (__, table) => {
      const at = (place: number) => (place === 0 ? CIRCLE - 1 : (round + place - 1) % (CIRCLE - 1))
      const [a, b] = [at(table), at(CIRCLE - 1 - table)]
      return wins(a, b) ? { winner: a, loser: b } : { winner: b, loser: a }
    }),
  )
}

/** Returns the mean points of a circle that trades wins, each battle with this stake. A fan decides them; some learn, too. */
async function playCircle(
  test: TestApp,
  rounds: readonly Fight[][],
  { stakeAmount, isLearning }: { stakeAmount: number; isLearning: boolean },
): Promise<number> {
  const { clock } = test.ctx
  const circle = await many(CIRCLE, () => creator(test, 9_000))
  const fan = await giver(test, { purchased: 1_000 })
  // They earned the AP that they stake in the week before.
  clock.advance({ days: 7 })
  const startsInMs = BATTLE_RULES.sprintStartsInMinutes * MINUTE_MS
  const [duration] = BATTLE_RULES.sprintHours
  for (const fights of rounds) {
    const battleDate = new Date(clock.now().getTime() + startsInMs).toISOString()
    const live: { id: string; winnerId: string }[] = []
    for (const { winner, loser } of fights) {
      const [one, other] = [circle[winner] as Person, circle[loser] as Person]
      const { id } = await challenge(one, other.id, { battleDate, duration, stakeAmount })
      await other.call('POST /api/battles/:id/accept', { params: { id }, body: undefined })
      live.push({ id, winnerId: one.id })
    }
    clock.advance({ ms: startsInMs })
    await doDue(test.ctx)
    for (const { id, winnerId } of live) await gift(fan, id, winnerId, 1)
    clock.advance({ ms: duration * 60 * MINUTE_MS })
    await doDue(test.ctx)
  }
  if (isLearning) await learnForAWeek(test, circle)
  return weeklyOf(circle)
}

/** Takes all lessons and reviews of seven days. */
async function learnForAWeek({ ctx }: TestApp, people: readonly Actor[]): Promise<void> {
  for (let day = 0; day < 7; day++) {
    for (const each of people) {
      const lessons = await dailyLessons(each)
      for (let position = 0; position < lessons.length; position++)
        await claim(each, (await passQuiz(each, position)).id)
      if ((await each.call('GET /api/review')).state === 'ready') await passReview(each)
    }
    if (day < 6) ctx.clock.advance({ days: 1 })
  }
}

/** Returns the points of somebody who takes all lessons and reviews of a week. */
async function playHonestWeek(test: TestApp): Promise<number> {
  const ada = await creator(test, 0)
  await learnForAWeek(test, [ada])
  return weeklyOf([ada])
}

const MEMBERS = { honest: 300, own: 30 }
const DRAWS = 20
/** Accounts of one owner that a league with some of them may have. */
const MAX_OWN = 3

/**
 * Draws leagues of a level several times: honest people over the first hour, and one owner's accounts in a row. Returns the
 * mean of these in each league that has any, and the most.
 */
async function drawLeagues(test: TestApp, random: () => number) {
  const { ctx } = test
  const ids = Array.from({ length: MEMBERS.honest + MEMBERS.own }, () => randomUUID())
  await ctx.db.query(
    `with made as (
       insert into users (id, username, created_at) select id, 'u' || left(id::text, 8), $2 from unnest($1::uuid[]) id
     )
     insert into learners (user_id, time_zone) select id, 'UTC' from unnest($1::uuid[]) id`,
    [ids, new Date(MONDAY)],
  )
  for (const id of ids) await joinLeagues(ctx, id)
  const seats = scheduledJobs(ctx, rethrow, noLog).filter(({ name }) => name === 'league_seats')
  const [spread, most]: [number[], number[]] = [[], []]
  for (let draw = 0; draw < DRAWS; draw++) {
    ctx.clock.set(MONDAY)
    const ownAtMs = random() * 50 * MINUTE_MS
    const learnedMs = ids.map((_, index) =>
      index < MEMBERS.own ? ownAtMs + index * 10_000 : random() * LEAGUE_RULES.drawMinutes * MINUTE_MS,
    )
    await ctx.db.query(
      `insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after, difficulty)
       select user_id, 'wallets', '2026-03-02', at, false, 50, 1, 'beginner'
       from unnest($1::uuid[], $2::timestamptz[]) as given (user_id, at)`,
      [ids, learnedMs.map((ms) => new Date(Date.parse(MONDAY) + ms).toISOString())],
    )
    ctx.clock.advance({ minutes: LEAGUE_RULES.drawMinutes })
    for (const job of seats) while (await job.runBatch());
    const leagues = await ctx.db.query<{ own: number }>(
      'select count(*)::int as own from league_entries where user_id = any($1::uuid[]) group by level, league',
      [ids.slice(0, MEMBERS.own)],
    )
    spread.push(MEMBERS.own / leagues.length)
    most.push(Math.max(...leagues.map(({ own }) => own)))
    await ctx.db.script('delete from league_entries; delete from league_weeks; delete from lesson_completions')
  }
  return { own: spread.reduce((sum, each) => sum + each / DRAWS, 0), most: Math.max(...most) }
}

const SQUATTERS = 2
/** The day's cap, of which two accounts may hold all: in production 29 may. */
const CAP_USDC = 70
const HONEST_STEEZE = 30

/** Lets accounts sign whenever they can and never withdraw, while each hour somebody redeems. Returns what is refused. */
async function squat(test: TestApp): Promise<number> {
  const { ctx } = test
  ctx.limits.redeemDailyCapMicros = CAP_USDC * USDC
  ctx.chain.dailyCapMicros = CAP_USDC * USDC
  const { withdraw, finalise } = redeeming(() => test)
  const squatters = await many(SQUATTERS, () => earner(test, 500))
  let refused = 0
  /** A signature lasts ten minutes, and is renewed in its last one. */
  async function sign(): Promise<void> {
    for (const squatter of squatters) {
      const { redemption } = await squatter.call('GET /api/steeze/redemption')
      if (redemption && redemption.deadline * 1_000 - ctx.clock.now().getTime() > MINUTE_MS) continue
      if (redemption) await squatter.send('POST', '/api/steeze/redeem/sign', { holdId: redemption.holdId })
      else await redeem(squatter, 500)
    }
  }
  for (let minutes = 0; minutes < 24 * 60; minutes += 10) {
    await sign()
    if (minutes % 60 === 20) {
      const honest = await earner(test, HONEST_STEEZE)
      const { status, body } = await redeem(honest, HONEST_STEEZE)
      if (status === 200) await withdraw(honest, HONEST_STEEZE, body)
      else refused++
    }
    ctx.clock.advance({ minutes: 9 })
    await sign()
    ctx.clock.advance({ minutes: 1 })
    await finalise()
  }
  return refused
}

/** Plays what boards, leagues and redemptions are farmed by, through the product. Returns the figures. */
export async function fairPlay(random: () => number) {
  const played = (rounds: Fight[][], stakeAmount: number, isLearning: boolean) =>
    onMonday((test) => playCircle(test, rounds, { stakeAmount, isLearning }))
  const honest = await onMonday(playHonestWeek)
  const turns = await played([...roundsOf((a, b) => a < b), ...roundsOf((a, b) => a > b)], 500, false)
  const isAhead = (a: number, b: number, size: number) => (b - a + size) % size < size / 2
  const inRings = roundsOf((a, b) => isAhead(a, b, CIRCLE)).map((fights) =>
    // Two who sit opposite would make one of them lose AP.
    fights.filter(({ winner, loser }) => (winner - loser + CIRCLE) % CIRCLE !== CIRCLE / 2),
  )
  const idleRings = await played(inRings, 1_000, false)
  const withLessons = (await played(inRings, 1_000, true)) - honest
  const inTurns = roundsOf((a, b) => (a % 2 === b % 2 ? isAhead(a >> 1, b >> 1, CIRCLE / 2) : a % 2 === 0))
  const lent = (await played(inTurns, 1_000, true)) - honest
  const drawn = await onMonday((test) => drawLeagues(test, random))
  const refused = await onMonday(squat)
  const told = {
    'weekly points: all lessons and reviews of a week': honest,
    'of each of ten who take turns at winning': turns,
    'of each of ten who win in rings': idleRings,
    'the same if they take all lessons, beyond those': withLessons,
    'the same if half of them let the others win': lent,
    [`one owner's ${MEMBERS.own} among ${MEMBERS.honest} in the first hour: a league has`]: drawn.own.toFixed(2),
    [`at most, in ${DRAWS} draws`]: drawn.most,
    'redemptions of 24 refused beside two squatters': refused,
  }
  printTable(Object.entries(told).map(([what, value]) => ({ 'played through the product': what, '': value })))
  const budgets = {
    'boards-traded': turns / honest,
    'boards-rings': Math.max(idleRings, withLessons) / honest,
    'leagues-own': drawn.own / MAX_OWN,
  }
  return { budgets, lent: lent / honest, refused }
}
