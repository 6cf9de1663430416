import type { Answer } from '@aura/api/calls'
import { dueAtOnce } from '#features/lessons'
import { findCompletions } from '#features/streak'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { hasReceipt } from '../battle.rules.ts'
import { findBattles } from '../store.ts'
import { findOwnAnswers, type OwnAnswer } from './crowd-store.ts'
import { roundsBattle } from './read-rounds.ts'

interface Viewer {
  battleId: string
  userId: string
}

/** Throws BATTLE_NOT_FOUND, BATTLE_NOT_ROUNDS or BATTLE_NOT_OVER. */
async function findMissed(ctx: Context, { battleId, userId }: Viewer): Promise<OwnAnswer[]> {
  const battle = roundsBattle((await findBattles(ctx.db, [battleId]))[0])
  if (!hasReceipt(battle)) throw new AppError('BATTLE_NOT_OVER')
  const given = await findOwnAnswers(ctx.db, battleId, userId)
  return given.filter(({ isClosed, isRight }) => isClosed && !isRight)
}

/** Returns what a viewer answered wrong in a battle that is over. Throws the errors of `findMissed`. */
export async function listMissed(ctx: Context, viewer: Viewer): Promise<Answer<'GET /api/battles/:id/rounds/missed'>> {
  return presentMissed(ctx.db, viewer.userId, await findMissed(ctx, viewer))
}

/** Returns missed questions as their person sees them. */
export async function presentMissed(
  db: Queryable,
  userId: string,
  missed: readonly Pick<OwnAnswer, 'number' | 'question'>[],
): Promise<Answer<'GET /api/battles/:id/rounds/missed'>> {
  const claimed = new Set((await findCompletions(db, userId)).map(({ lessonId }) => lessonId))
  return missed.map(({ number, question: { lessonId, lesson } }) => ({
    number,
    lessonId,
    lessonTitle: lesson.title,
    canReview: claimed.has(lessonId),
  }))
}

/** Makes them due for review, where their lesson is claimed, and returns how many. Throws the errors of `findMissed`. */
export async function reviewMissed(ctx: Context, viewer: Viewer): Promise<number> {
  const missed = await findMissed(ctx, viewer)
  const at = await databaseTime(ctx.db, ctx.clock)
  return dueAtOnce(
    ctx.db,
    viewer.userId,
    missed.map(({ question }) => question),
    at,
  )
}
