/**
 * Bots that answer blindly: every check of their day until it passes or rests, units until one fails, and a review a day.
 * Their labs count as done, and each evening their day's lessons as finished, so that thirty days try every lesson.
 * `npm run bench -- guess PEOPLE DAYS REVIEWS` for other numbers. Their responses are random within each question's form;
 * numbers are 0 to 100. Exits with an error when another unit can be tried after one failed, or when a lesson was never
 * tried.
 */
import type { Question } from '@aura/api/calls/lessons'
import { startPostgres } from '../dev/src/postgres.ts'
import { joinWithWallet } from '../server/src/features/auth/index.ts'
import {
  answerPlacement,
  answerQuiz,
  answerReview,
  claimLesson,
  dailyLessons,
  loadCatalogue,
  startPlacement,
  startReview,
  submitLab,
} from '../server/src/features/lessons/index.ts'
import { AppError } from '../server/src/platform/app-error.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { openPg } from '../server/src/platform/db/open-pg.ts'
import { LESSONS_DIR } from '../server/test/lessons/twelve-lessons.ts'
import { testApp } from '../server/test/test-app.ts'
import { printFigure, printTable } from './support/figures.ts'
import { seeded } from './support/seeded.ts'

const [people = 1_000, days = 30, reviewsADay = 1] = process.argv.slice(2).map(Number)
const AT_ONCE = 8
const START = '2026-03-02T12:00:00Z'

const startedAt = performance.now()
const seconds = () => Math.round((performance.now() - startedAt) / 1_000)
const random = seeded(22)
const upTo = (count: number) => Math.floor(random() * count)

function guess({ kind, options }: Question): number | number[] | string {
  const places = options.map((_, place) => place)
  switch (kind) {
    case 'choose-one':
    case 'point-at-line':
      return upTo(options.length)
    case 'choose-all': {
      const chosen = places.filter(() => random() < 0.5)
      return chosen.length > 0 ? chosen : [upTo(options.length)]
    }
    case 'put-in-order':
      return places
        .map((place) => ({ place, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ place }) => place)
    case 'type-number':
      return String(upTo(101))
  }
}

const database = await startPostgres({ settings: { shared_buffers: '256MB' } })
const db = await openPg({ url: database.url, poolSize: AT_ONCE })
await migrate(db)
const test = await testApp({
  limits: { quizRetryMs: 0 },
  settings: { lessonsDir: LESSONS_DIR },
  openDb: async () => db,
})
const { ctx } = test
const catalogue = await loadCatalogue(ctx.settings.lessonsDir)
const tried = new Set<string>()
const units = [...new Set([...catalogue.values()].map(({ unit }) => unit.id))]
const tally = {
  checks: 0,
  passed: 0,
  placements: 0,
  placementsPassed: 0,
  triedAgain: 0,
  reviews: 0,
  reviewsPassed: 0,
  days: 0,
  counted: 0,
  keptBlind: 0,
}

/** A lab can't be solved blindly. It counts as done, so that nothing but the check stands between a bot and its claim. */
async function doLab(userId: string, lessonId: string): Promise<void> {
  if (!catalogue.get(lessonId)?.lab) return
  await submitLab(ctx, catalogue, { userId, lessonId, transcript: '', check: async () => ({ outcome: 'solved' }) })
}

/** Otherwise a bot would see the same three lessons until it passed them. Counts for no day and pays nothing. */
async function finishDay(userId: string, lessonIds: readonly string[]): Promise<void> {
  const at = ctx.clock.now()
  await ctx.db.query(
    `insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after)
     select $1, id, $3::date, $3, false, 0, 0 from unnest($2::text[]) id on conflict do nothing`,
    [userId, lessonIds, at],
  )
}

/** Returns the right answers given. */
async function takeCheck(userId: string, lessonId: string, asked: Question | null | undefined): Promise<number> {
  let question = asked
  let right = 0
  if (question) tally.checks += 1
  while (question) {
    const result = await answerQuiz(ctx, catalogue, { userId, lessonId, answer: guess(question) })
    right += Number(result.correct)
    if (result.passed) {
      tally.passed += 1
      await claimLesson(ctx, catalogue, { userId, lessonId })
    }
    question = result.check.triesLeft > 0 ? result.check.question : null
  }
  return right
}

const codeOf = (error: unknown): string => {
  if (error instanceof AppError) return error.code
  throw error
}

/** Returns the right answers given. */
async function takeReview(userId: string): Promise<number> {
  const started = await startReview(ctx, catalogue, userId).catch(codeOf)
  if (typeof started === 'string') return 0
  let { question } = started
  let right = 0
  tally.reviews += 1
  while (question) {
    const answer = { userId, questionId: question.id, answer: guess(question) }
    const result = await answerReview(ctx, catalogue, answer)
    right += Number(result.correct)
    if (result.outcome === 'passed') tally.reviewsPassed += 1
    question = result.outcome === 'open' ? result.review.question : null
  }
  return right
}

/** Until one fails: the others rest then, which the next one must show. Returns the right answers given. */
async function takePlacements(userId: string): Promise<number> {
  let right = 0
  let hasFailed = false
  for (const unitId of units) {
    const started = await startPlacement(ctx, catalogue, { userId, unitId }).catch(codeOf)
    if (hasFailed) {
      if (started !== 'PLACEMENT_RESTS' && started !== 'PLACEMENT_NOT_AVAILABLE') tally.triedAgain += 1
      return right
    }
    let question = typeof started === 'string' ? null : started.question
    if (question) tally.placements += 1
    while (question) {
      const asked = { unitId, lessonId: question.lessonId, questionId: question.id }
      const result = await answerPlacement(ctx, catalogue, { userId, ...asked, answer: guess(question) })
      right += Number(result.correct)
      tally.placementsPassed += Number(result.outcome === 'passed')
      hasFailed = result.outcome === 'failed'
      question = result.placement.question
    }
  }
  return right
}

async function liveDay(userId: string): Promise<void> {
  let right = 0
  const lessons = await dailyLessons(ctx, catalogue, userId)
  for (const { id, check } of lessons) {
    tried.add(id)
    await doLab(userId, id)
    right += await takeCheck(userId, id, check?.question)
  }
  right += await takePlacements(userId)
  for (let time = 0; time < reviewsADay; time++) right += await takeReview(userId)
  const [row] = await ctx.db.query<{ counted: boolean }>(
    'select last_day = $2::date as counted from learners where user_id = $1',
    [userId, ctx.clock.now()],
  )
  tally.days += 1
  tally.counted += Number(row?.counted === true)
  tally.keptBlind += Number(row?.counted === true && right === 0)
  await finishDay(
    userId,
    lessons.map(({ id }) => id),
  )
}

ctx.clock.set(START)
const ids: string[] = []
for (let at = 0; at < people; at++) {
  const address = `0x${(at + 1).toString(16).padStart(40, '0')}`
  const joined = await ctx.db.tx((tx) => joinWithWallet(ctx, tx, { address, timeZone: 'UTC' }))
  ids.push(joined.userId)
}
for (let day = 0; day < days; day++) {
  const waiting = ids.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const userId of waiting) await liveDay(userId)
    }),
  )
  if ((day + 1) % 5 === 0) console.log(`day ${day + 1} of ${days} after ${seconds()} s`)
  ctx.clock.advance({ days: 1 })
}
await test.close()
await database.stop()

const share = (count: number, of: number) => (of === 0 ? 0 : count / of)
const percent = (value: number) => `${(100 * value).toFixed(1)} %`
printTable(
  ['blindly', 'tried', 'passed', 'share'],
  [
    ['checks', tally.checks, tally.passed, percent(share(tally.passed, tally.checks))],
    ['units', tally.placements, tally.placementsPassed, percent(share(tally.placementsPassed, tally.placements))],
    ['reviews', tally.reviews, tally.reviewsPassed, percent(share(tally.reviewsPassed, tally.reviews))],
    ['days counted', tally.days, tally.counted, percent(share(tally.counted, tally.days))],
  ],
)
console.log(`${tried.size} of ${catalogue.size} lessons tried by ${people} people in ${seconds()} s`)
if (tally.triedAgain > 0) console.error(`${tally.triedAgain} units could be tried after another had failed`)
printFigure('guess-passed', share(tally.passed, tally.checks))
printFigure('guess-placed', share(tally.placementsPassed, tally.placements))
printFigure('guess-days-kept', share(tally.keptBlind, tally.days))
if (tally.triedAgain > 0 || (days >= 30 && tried.size < catalogue.size)) process.exitCode = 1
