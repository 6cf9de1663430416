import { createHash } from 'node:crypto'
import { LEAGUE_RULES } from '@aura/api/rules/leagues'
import { rng } from '@aura/drawing/random'
import { expect, it } from 'vitest'
import { noLog } from '#platform/http/security/security-log'
import { people } from '../../../../tests/server/actors/ranks.ts'
import { rethrow } from '../../../../tests/server/rethrow.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { scheduledJobs } from '../../run-features.ts'
import { auditLeagues } from './audit-leagues.ts'
import { weekOf } from './league.rules.ts'

const MONDAY_MS = Date.parse('2026-03-02T00:00:00Z')
const WEEK = weekOf(new Date(MONDAY_MS))
const HOUR_MS = LEAGUE_RULES.drawMinutes * 60_000

interface Learned {
  userId: string
  firstMs: number
}

/** Seats people literally by the words of the rule, without code of the product's, whose result the test compares. */
function seatByTheWords(seed: string, people: readonly Learned[]): Map<string, number> {
  const isEarly = ({ firstMs }: Learned) => firstMs < MONDAY_MS + HOUR_MS
  const lot = ({ userId }: Learned) => createHash('md5').update(`${seed}${userId}`).digest('hex').slice(0, 15)
  const drawn = people.filter(isEarly).sort((a, b) => (lot(a) < lot(b) ? -1 : 1))
  const others = people.filter((each) => !isEarly(each)).sort((a, b) => a.firstMs - b.firstMs)
  return new Map([...drawn, ...others].map(({ userId }, at) => [userId, Math.floor(at / LEAGUE_RULES.people) + 1]))
}

async function learned(test: TestApp, firstMs: readonly number[]): Promise<Learned[]> {
  const ids = await people(test.ctx.db, firstMs.length)
  const learners = ids.map((userId, at) => ({ userId, firstMs: firstMs[at] as number }))
  // A lesson as the product stores it, since the audit counts points from those.
  await test.ctx.db.query(
    `insert into league_members (user_id, joined_at) select id, '2026-03-01T00:00:00Z' from unnest($1::uuid[]) id`,
    [ids],
  )
  await test.ctx.db.query(
    `insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after, difficulty)
     select user_id, 'wallets', '2026-03-02', at, false, 50, 1, 'beginner'
     from unnest($1::uuid[], $2::timestamptz[]) as given (user_id, at)`,
    [ids, learners.map((each) => new Date(each.firstMs).toISOString())],
  )
  return learners
}

const leaguesOf = async (test: TestApp) =>
  new Map(
    (
      await test.ctx.db.query<{ userId: string; league: number | null }>(
        'select user_id as "userId", league from league_entries',
      )
    ).map(({ userId, league }) => [userId, league]),
  )

it('seats the people of the first hour by a draw, others in order, and the audit repeats it [leagues.draw] [leagues.seats] [leagues.audit]', async () => {
  const test = await testApp()
  const random = rng(7)
  const minute = (from: number, to: number) => MONDAY_MS + Math.floor((from + random() * (to - from)) * 60_000)
  const seats = async () => {
    const jobs = scheduledJobs(test.ctx, rethrow, noLog).filter(({ name }) => name === 'league_seats')
    for (const job of jobs) while (await job.runBatch());
  }
  const early = await learned(test, [
    MONDAY_MS,
    ...Array.from({ length: 98 }, () => minute(0, 60)),
    MONDAY_MS + HOUR_MS - 1,
  ])
  const late = await learned(test, [MONDAY_MS + HOUR_MS, ...Array.from({ length: 40 }, () => minute(61, 600))])
  test.ctx.clock.set('2026-03-02T00:59:59.999Z')
  await seats()
  expect(new Set((await leaguesOf(test)).values())).toEqual(new Set([null]))
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  await seats()
  const [{ seed } = { seed: '' }] = await test.ctx.db.query<{ seed: string }>(
    'select distinct seed from league_weeks where week = $1',
    [WEEK],
  )
  expect(await leaguesOf(test)).toEqual(seatByTheWords(seed, [...early, ...late]))
  expect((await auditLeagues(test.ctx.db)).broken).toEqual([])
  // Who comes after the draw sits behind everybody, whenever they learned.
  const after = await learned(test, [minute(0, 60)])
  await seats()
  expect((await leaguesOf(test)).get(after[0]?.userId ?? '')).toBe(5)
  expect((await auditLeagues(test.ctx.db)).broken).toEqual([])
  const [first = ''] = [...seatByTheWords(seed, early)].find(([, league]) => league === 1) ?? []
  const change = (set: string) => test.ctx.db.query(`update league_entries set ${set} where user_id = $1`, [first])
  for (const [planted, restored] of [
    ['lot = lot + 1', 'lot = lot - 1'],
    ['league = 5', 'league = 1'],
  ] as const) {
    await change(planted)
    expect(new Set((await auditLeagues(test.ctx.db)).broken.map(({ promise }) => promise))).toEqual(
      new Set(['people of the first hour sit in the order of the draw']),
    )
    await change(restored)
  }
  await test.close()
})
