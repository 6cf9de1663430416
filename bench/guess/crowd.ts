/** Plays the days of some bots in a process of its own, on a database shared with other crowds, and sends the tally. */
import type { Question } from '@aura/api/calls/lessons/lesson'
import { joinWithWallet } from '../../server/src/features/auth/index.ts'
import {
  answerPlacement,
  answerQuiz,
  answerReview,
  claimLesson,
  dailyLessons,
  loadCatalogue,
  startPlacement,
  startReview,
} from '../../server/src/features/lessons/index.ts'
import { AppError } from '../../server/src/platform/app-error.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { LESSONS_DIR } from '../../tests/server/lessons/twelve-lessons.ts'
import { testApp } from '../../tests/server/test-app.ts'
import { seeded } from '../support/seeded.ts'
import { blindAnswer } from './blind-answer.ts'

export interface GuessCrowdStart {
  url: string
  /** Number of the first bot; the crowd has `people` of them. */
  first: number
  people: number
  days: number
  reviewsADay: number
}

export interface GuessTally {
  checks: number
  passed: number
  placements: number
  placementsPassed: number
  /** Number of units that could be tried although another had failed that day. */
  triedAgain: number
  reviews: number
  reviewsPassed: number
  days: number
  counted: number
  keptBlind: number
  lessonsTried: string[]
}

/** A crowd sends a number after each day and the tally at the end. */
export type GuessMessage = number | GuessTally

const AT_ONCE = 4
const START = '2026-03-02T12:00:00Z'

async function play({ url, first, people, days, reviewsADay }: GuessCrowdStart): Promise<GuessTally> {
  const random = seeded(first)
  const test = await testApp({
    limits: { quizRetryMs: 0 },
    settings: { lessonsDir: LESSONS_DIR },
    openDb: () => openPg({ url, poolSize: AT_ONCE }),
  })
  const { ctx } = test
  const catalogue = await loadCatalogue(LESSONS_DIR)
  const lessonsTried = new Set<string>()
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

  /** Returns the number of right answers given. */
  async function takeCheck(userId: string, lessonId: string, asked: Question | null | undefined): Promise<number> {
    let question = asked
    let right = 0
    if (question) tally.checks += 1
    while (question) {
      const answer = blindAnswer(question, random)
      const result = await answerQuiz(ctx, catalogue, { userId, lessonId, answer })
      right += Number(result.correct)
      if (result.passed) {
        tally.passed += 1
        await claimLesson(ctx, catalogue, { userId, lessonId })
      }
      question = result.check.triesLeft > 0 ? result.check.question : null
    }
    return right
  }

  /** Answers until the review can't be passed any more. Returns the number of right answers. */
  async function takeReview(userId: string): Promise<number> {
    const started = await startReview(ctx, catalogue, userId).catch(codeOf)
    if (typeof started === 'string') return 0
    let { question, progress } = started
    let right = 0
    tally.reviews += 1
    while (question && progress && progress.wrongAnswers <= progress.questions - progress.rightNeeded) {
      const answer = { userId, questionId: question.id, answer: blindAnswer(question, random) }
      const result = await answerReview(ctx, catalogue, answer)
      right += Number(result.correct)
      if (result.outcome === 'passed') tally.reviewsPassed += 1
      question = result.outcome === 'open' ? result.review.question : null
      progress = result.review.progress
    }
    return right
  }

  /**
   * Tries units until one fails, after which the next unit must show that it rests. Returns the number of right answers
   * given.
   */
  async function takePlacements(userId: string): Promise<number> {
    let right = 0
    let hasFailed = false
    for (const unitId of units) {
      const started = await startPlacement(ctx, catalogue, { userId, unitId }).catch(codeOf)
      if (hasFailed) {
        if (started !== 'PLACEMENT_RESTS') tally.triedAgain += 1
        return right
      }
      let question = typeof started === 'string' ? null : started.question
      if (question) tally.placements += 1
      while (question) {
        const asked = { unitId, lessonId: question.lessonId, questionId: question.id }
        const answer = blindAnswer(question, random)
        const result = await answerPlacement(ctx, catalogue, { userId, ...asked, answer })
        right += Number(result.correct)
        tally.placementsPassed += Number(result.outcome === 'passed')
        hasFailed = result.outcome === 'failed'
        question = result.placement.question
      }
    }
    return right
  }

  /** Plays a day. Returns the lessons the bot was offered. */
  async function liveDay(userId: string, rightOf: Map<string, number>): Promise<string[]> {
    let right = 0
    const lessons = await dailyLessons(ctx, catalogue, userId)
    for (const { id, check } of lessons) {
      lessonsTried.add(id)
      right += await takeCheck(userId, id, check?.question)
    }
    right += await takePlacements(userId)
    for (let time = 0; time < reviewsADay; time++) right += await takeReview(userId)
    rightOf.set(userId, right)
    return lessons.map(({ id }) => id)
  }

  /**
   * Counts all labs as done, since a lab can't be solved blindly: only the check stands between a bot and its claim.
   */
  async function doLabs(userIds: readonly string[]): Promise<void> {
    const labs = [...catalogue.values()].filter(({ lab }) => lab !== null).map(({ id }) => id)
    await ctx.db.query(
      `insert into lesson_labs (user_id, lesson_id, done_at)
       select person, lab, $3 from unnest($1::uuid[]) person, unnest($2::text[]) lab`,
      [userIds, labs, ctx.clock.now()],
    )
  }

  /**
   * Finishes all offered lessons, for no day and no points: otherwise a bot would see the same three until it passed
   * them.
   */
  async function finishDay(offered: readonly { userId: string; lessonId: string }[]): Promise<void> {
    const at = ctx.clock.now()
    await ctx.db.query(
      `insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after)
       select person, lesson, $3::date, $3, false, 0, 0 from unnest($1::uuid[], $2::text[]) as o (person, lesson)
       on conflict do nothing`,
      [offered.map(({ userId }) => userId), offered.map(({ lessonId }) => lessonId), at],
    )
  }

  async function countDays(rightOf: ReadonlyMap<string, number>): Promise<void> {
    const rows = await ctx.db.query<{ id: string }>(
      'select user_id as id from learners where user_id = any($1::uuid[]) and last_day = $2::date',
      [[...rightOf.keys()], ctx.clock.now()],
    )
    tally.days += rightOf.size
    tally.counted += rows.length
    tally.keptBlind += rows.filter(({ id }) => rightOf.get(id) === 0).length
  }

  ctx.clock.set(START)
  const ids: string[] = []
  for (let at = first; at < first + people; at++) {
    const address = `0x${at.toString(16).padStart(40, '0')}`
    const joined = await ctx.db.tx((tx) => joinWithWallet(ctx, tx, { address, timeZone: 'UTC' }))
    ids.push(joined.userId)
  }
  await doLabs(ids)
  for (let day = 1; day <= days; day++) {
    const rightOf = new Map<string, number>()
    const offered: { userId: string; lessonId: string }[] = []
    const waiting = ids.values()
    const next = async () => {
      for (const userId of waiting) {
        for (const lessonId of await liveDay(userId, rightOf)) offered.push({ userId, lessonId })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
    await countDays(rightOf)
    await finishDay(offered)
    ctx.clock.advance({ days: 1 })
    process.send?.(day satisfies GuessMessage)
  }
  await test.close()
  return { ...tally, lessonsTried: [...lessonsTried] }
}

const codeOf = (error: unknown): string => {
  if (error instanceof AppError) return error.code
  throw error
}

const [start] = process.argv.slice(2)
if (start === undefined || !process.send) throw new Error('guess.ts starts this')
process.once('disconnect', () => process.exit())
process.send(await play(JSON.parse(start)))
process.disconnect()
