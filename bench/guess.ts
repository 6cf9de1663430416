/**
 * Bots that answer blindly: every check of their day until it passes or rests, every unit's until one fails, and every
 * review they are offered. `npm run bench -- guess PEOPLE DAYS` for other numbers. Their responses are random within each question's
 * form; numbers are 0 to 100.
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
} from '../server/src/features/lessons/index.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { openPg } from '../server/src/platform/db/open-pg.ts'
import { LESSONS_DIR } from '../server/test/lessons/twelve-lessons.ts'
import { testApp } from '../server/test/test-app.ts'
import { printFigure, printTable } from './support/figures.ts'
import { seeded } from './support/seeded.ts'

const [people = 1_000, days = 4] = process.argv.slice(2).map(Number)
const REVIEWS_A_DAY = 3
const START = '2026-03-02T12:00:00Z'

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

const database = await startPostgres()
const db = await openPg({ url: database.url, poolSize: 4 })
await migrate(db)
const test = await testApp({
  limits: { quizRetryMs: 0 },
  settings: { lessonsDir: LESSONS_DIR },
  openDb: async () => db,
})
const { ctx } = test
const catalogue = await loadCatalogue(ctx.settings.lessonsDir)
const units = new Set([...catalogue.values()].map(({ unit }) => unit.id))
const tally = {
  checks: 0,
  passed: 0,
  placements: 0,
  placementsPassed: 0,
  reviews: 0,
  reviewsPassed: 0,
  days: 0,
  counted: 0,
  keptBlind: 0,
}

/** A lab can't be solved blindly: its lesson stays unclaimed, and its check passed. */
async function claimUnlessLab(userId: string, lessonId: string): Promise<void> {
  if (catalogue.get(lessonId)?.lab) return
  await claimLesson(ctx, catalogue, { userId, lessonId })
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
      await claimUnlessLab(userId, lessonId)
    }
    question = result.check.triesLeft > 0 ? result.check.question : null
  }
  return right
}

/** Returns the right answers given, or null when there is no review. */
async function takeReview(userId: string): Promise<number | null> {
  const started = await startReview(ctx, catalogue, userId).catch(() => null)
  if (!started) return null
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

/** Until one fails: the others rest then. Returns the right answers given. */
async function takePlacements(userId: string): Promise<number> {
  let right = 0
  for (const unitId of units) {
    const started = await startPlacement(ctx, catalogue, { userId, unitId }).catch(() => null)
    let question = started?.question
    if (question) tally.placements += 1
    while (question) {
      const asked = { unitId, lessonId: question.lessonId, questionId: question.id }
      const result = await answerPlacement(ctx, catalogue, { userId, ...asked, answer: guess(question) })
      right += Number(result.correct)
      tally.placementsPassed += Number(result.outcome === 'passed')
      question = result.placement.question
    }
  }
  return right
}

async function liveDay(userId: string): Promise<void> {
  let right = 0
  for (const { id, check } of await dailyLessons(ctx, catalogue, userId))
    right += await takeCheck(userId, id, check?.question)
  right += await takePlacements(userId)
  for (let time = 0; time < REVIEWS_A_DAY; time++) right += (await takeReview(userId)) ?? 0
  const [row] = await ctx.db.query<{ counted: boolean }>(
    'select last_day = $2::date as counted from learners where user_id = $1',
    [userId, ctx.clock.now()],
  )
  tally.days += 1
  tally.counted += Number(row?.counted === true)
  tally.keptBlind += Number(row?.counted === true && right === 0)
}

ctx.clock.set(START)
const ids: string[] = []
for (let at = 0; at < people; at++) {
  const address = `0x${(at + 1).toString(16).padStart(40, '0')}`
  const joined = await ctx.db.tx((tx) => joinWithWallet(ctx, tx, { address, timeZone: 'UTC' }))
  ids.push(joined.userId)
}
for (let day = 0; day < days; day++) {
  for (const userId of ids) await liveDay(userId)
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
printFigure('guess-passed', share(tally.passed, tally.checks))
printFigure('guess-placed', share(tally.placementsPassed, tally.placements))
printFigure('guess-days-kept', share(tally.keptBlind, tally.days))
