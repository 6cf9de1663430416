import type { BestOf } from '@aura/api/rules/rounds'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { catalogueOf, practiceQuestions } from '#features/lessons'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { inRandomOrder, nameOf, withShuffledOptions } from '../rounds/draw-round.ts'
import { sealedText } from '../rounds/rounds.rules.ts'
import { isInRounds } from '../rounds/rounds-store.ts'
import { lockContenders } from '../store.ts'
import {
  type Drawn,
  drawAgainst,
  drawAgainstNobody,
  LONGEST_PRACTICE_MS,
  type PracticeRound,
  timelineOf,
} from './practice.rules.ts'
import { findInBattles, findMet, findStarted, insertPractice } from './practice-store.ts'
import { shownIn } from './practised.ts'
import { creatorsRecordings, ownRecordings } from './recordings.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface WantedPractice {
  userId: string
  bestOf: BestOf
  against: 'nobody' | 'self' | 'creator'
  opponentId: string | null
}

/**
 * Starts a practice, with all its questions drawn, and returns its id; that of the open one if there is one. Throws
 * BATTLE_ROUNDS_RUNNING, PRACTICE_TOO_MANY, PRACTICE_NOT_ALLOWED, PRACTICE_TOO_FEW_RECORDED or PRACTICE_NO_QUESTIONS.
 */
export async function startPractice(ctx: Context, wanted: WantedPractice): Promise<string> {
  const { userId, bestOf } = wanted
  return ctx.db.tx(async (tx) => {
    // Two tabs that start at once start one.
    await lockContenders(tx, [userId])
    const at = await databaseTime(tx, ctx.clock)
    const started = await findStarted(tx, userId, new Date(at.getTime() - HOUR_MS))
    const open = started.find((practice) => timelineOf(practice, at).phase !== 'over')
    if (open) return open.id
    if (await isInRounds(tx, userId)) throw new AppError('BATTLE_ROUNDS_RUNNING')
    if (started.length >= ctx.limits.practicesPerHour) throw new AppError('PRACTICE_TOO_MANY')
    const opponentId = wanted.against === 'nobody' ? null : wanted.against === 'self' ? userId : wanted.opponentId
    if (wanted.against === 'creator' && (!opponentId || opponentId === userId))
      throw new AppError('PRACTICE_NOT_ALLOWED')
    const { questions, rounds } = await drawRounds(ctx, tx, { userId, opponentId, bestOf, at })
    return insertPractice(tx, { userId, opponentId, bestOf, startedAt: at, questions, rounds })
  })
}

async function drawRounds(
  ctx: Context,
  tx: Tx,
  { userId, opponentId, bestOf, at }: { userId: string; opponentId: string | null; bestOf: BestOf; at: Date },
): Promise<{ questions: string[]; rounds: PracticeRound[] }> {
  const catalogue = await catalogueOf(ctx.settings.lessonsDir)
  const until = new Date(at.getTime() + LONGEST_PRACTICE_MS)
  const inBattles = await findInBattles(tx)
  const met = await metBy(tx, userId, at)
  const allowed = (await practiceQuestions(ctx, tx, catalogue, { userId, until })).filter(
    (question) => !inBattles.has(nameOf(question)),
  )
  const pool = allowed.map((question) => {
    const name = nameOf(question)
    const metAt = Math.max(met.get(name)?.getTime() ?? 0, question.answeredAt?.getTime() ?? 0)
    return { name, text: question.text, metAt }
  })
  const order = inRandomOrder
  let drawn: Drawn[] | null
  if (opponentId === null) drawn = drawAgainstNobody(pool, { count: bestOf, order })
  else {
    const recordings = await recordingsOf(ctx, tx, { userId, opponentId, at })
    if (recordings.length < bestOf) throw new AppError('PRACTICE_TOO_FEW_RECORDED')
    drawn = drawAgainst(recordings, pool, { least: bestOf, most: bestOf + ROUND_RULES.suddenDeath, order })
  }
  if (!drawn) throw new AppError('PRACTICE_NO_QUESTIONS')
  const byName = new Map(allowed.map((question) => [nameOf(question), question]))
  return {
    questions: drawn.map(({ name }) => name),
    rounds: drawn.flatMap(({ name, recorded, isReplaced }): PracticeRound[] => {
      const question = byName.get(name)
      if (!question) return []
      const { answeredAt: _, ...shown } = question
      return [{ sealed: sealedText(withShuffledOptions(shown)), recorded, isReplaced, answer: null }]
    }),
  }
}

/** Returns when a user last met each question in rounds or practice. */
async function metBy(tx: Tx, userId: string, at: Date): Promise<ReadonlyMap<string, Date>> {
  const met = new Map<string, Date>()
  const practices = await findStarted(tx, userId, new Date(at.getTime() - ROUND_RULES.practiceDays * DAY_MS))
  for (const practice of practices.reverse()) {
    for (const question of shownIn(practice, at)) met.set(question, practice.startedAt)
  }
  for (const [question, metAt] of await findMet(tx, userId)) {
    if (metAt > (met.get(question) ?? 0)) met.set(question, metAt)
  }
  return met
}

async function recordingsOf(
  ctx: Context,
  tx: Tx,
  { userId, opponentId, at }: { userId: string; opponentId: string; at: Date },
) {
  if (opponentId === userId) return ownRecordings(tx, userId, at)
  const recordings = await creatorsRecordings(ctx, tx, { userId, creatorId: opponentId })
  if (recordings.length === 0) throw new AppError('PRACTICE_NOT_ALLOWED')
  return recordings
}
