import { joinWithWallet, markShown } from '../../server/src/features/auth/index.ts'
import { joinLeagues } from '../../server/src/features/leagues/index.ts'
import {
  answerQuiz,
  answerReview,
  type Catalogue,
  checkTranscript,
  claimLesson,
  dailyLessons,
  labOf,
  startReview,
  submitLab,
  submitReviewLab,
} from '../../server/src/features/lessons/index.ts'
import { changeAbout } from '../../server/src/features/people/index.ts'
import { findUsername } from '../../server/src/features/profile/index.ts'
import { dayOf, findLearner } from '../../server/src/features/streak/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { labRun } from '../labs/lab-run.ts'
import { rightResponse } from '../labs/right-response.ts'
import { ABOUTS } from './abouts.ts'
import { MovingClock } from './moving-clock.ts'
import { personaWallet } from './persona-wallet.ts'
import { PERSONAS, type Persona } from './personas.ts'

const DAY_MS = 86_400_000
/** Creators who play at once: while one waits for the database, another solves a lab. */
const AT_ONCE = 3

/** Plays creators' days up to now with the real commands; past days are kept. Returns the claims. */
export async function playDemo(
  ctx: Context,
  catalogue: Catalogue,
  onProgress: (done: number, of: number) => void = () => {},
  personas: readonly Persona[] = PERSONAS,
): Promise<number> {
  const now = ctx.clock.now()
  const waiting = personas.entries()
  let claims = 0
  let done = 0
  const playWaiting = async () => {
    for (const [index, persona] of waiting) {
      const claimed = await playPersona(ctx, catalogue, persona, { now, index })
      claims += claimed
      onProgress(++done, personas.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, playWaiting))
  return claims
}

/** Returns whether every creator of the demo exists. */
export async function haveAllJoined(ctx: Pick<Context, 'db'>): Promise<boolean> {
  for (const { username } of PERSONAS) if (!(await findUsername(ctx.db, username))) return false
  return true
}

async function playPersona(
  ctx: Context,
  catalogue: Catalogue,
  persona: Persona,
  { now, index }: { now: Date; index: number },
): Promise<number> {
  const known = await findUsername(ctx.db, persona.username)
  const lived = known ? await findLearner(ctx.db, known.id) : undefined
  const clock = new MovingClock(now)
  const then = { ...ctx, clock }
  let userId = known?.id
  let claims = 0
  for (let daysAgo = persona.joinedDaysAgo; daysAgo >= 0; daysAgo--) {
    // Each claim has a different minute, never in the future.
    clock.at = new Date(now.getTime() - daysAgo * DAY_MS - 60_000 * (index + 1))
    const isLived = lived?.lastDay != null && dayOf(clock.at, lived) <= lived.lastDay
    if (isLived) continue
    userId ??= await join(then, persona)
    // Only the initial history has missed days; topped-up days have none.
    const isMissed = !lived && persona.missedDaysAgo.includes(daysAgo)
    if (!isMissed) claims += await learnToday(then, catalogue, userId, persona)
  }
  return claims
}

async function join(ctx: Context, persona: Persona): Promise<string> {
  const address = personaWallet(persona.username).toLowerCase()
  const { timeZone, username } = persona
  const joined = await ctx.db.tx((tx) =>
    joinWithWallet(ctx, tx, { address, timeZone, wantedUsername: username, isDemo: true }),
  )
  await markShown(ctx, joined.userId, 'sign_in')
  const about = ABOUTS[username]
  if (about) await changeAbout(ctx, joined.userId, about)
  // Fewer than thirty join, so that a newcomer gets into their league.
  if (persona.lessonsPerDay > 1) await joinLeagues(ctx, joined.userId)
  return joined.userId
}

async function learnToday(
  ctx: Context & { clock: MovingClock },
  catalogue: Catalogue,
  userId: string,
  { lessonsPerDay }: Persona,
): Promise<number> {
  const lessons = await dailyLessons(ctx, catalogue, userId)
  if (lessons.length === 0) return review(ctx, catalogue, userId)
  if (lessons.some(({ completed }) => completed)) return 0
  const chosen = lessons.slice(0, lessonsPerDay)
  for (const { id, check, lab } of chosen) {
    let question = check?.question
    while (question) {
      const result = await answerQuiz(ctx, catalogue, { userId, lessonId: id, answer: rightResponse(question) })
      question = result.check.question
    }
    if (lab) {
      const of = { userId, lessonId: id, attempt: 0 }
      const transcript = await labRun(await labOf(ctx, catalogue, of))
      await submitLab(ctx, catalogue, { ...of, transcript, check: checkTranscript })
    }
    await claimLesson(ctx, catalogue, { userId, lessonId: id })
  }
  return chosen.length
}

async function review(ctx: Context, catalogue: Catalogue, userId: string): Promise<number> {
  let its = await startReview(ctx, catalogue, userId)
  while (its.question || its.lab?.run) {
    const { question, lab } = its
    if (question) {
      const answer = { userId, questionId: question.id, answer: rightResponse(question) }
      its = (await answerReview(ctx, catalogue, answer)).review
    } else if (lab?.run) {
      const transcript = await labRun({ ...lab.run, done: false })
      its = (await submitReviewLab(ctx, catalogue, { userId, transcript, check: checkTranscript })).review
    }
  }
  return 1
}
