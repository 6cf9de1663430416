import { createHash } from 'node:crypto'
import type { Answer } from '@aura/api/calls'
import type { Lab } from '@aura/api/calls/lessons/lab'
import { dayOf, findCompletions, findLearner, lockLearner } from '#features/streak'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Catalogue } from '../catalogue.ts'
import { findQuiz } from '../check/quiz-store.ts'
import { idsOfDay } from '../lessons.ts'
import type { RefusalReason, TranscriptJob, TranscriptResult } from './check-transcript.ts'
import type { LabFile } from './lab-file.ts'
import { findDoneLabs, insertDoneLab } from './store.ts'

interface LabOf {
  userId: string
  lessonId: string
  attempt: number
}

const REFUSALS: Record<RefusalReason, string> = {
  malformed: 'This isn’t a run of a lab',
  'other-lab': 'This is a run of another lab',
  outdated: 'This lab has changed since. Reload the page and start over.',
  'other-seed': 'This is a run of somebody else’s lab, or of another try',
  impossible: 'This run does something the lab doesn’t offer. Start over and try again.',
  limits: 'This run does more than a lab allows. Start over with fewer steps.',
}

/** Returns a seed that differs by user, lesson and try, so that a run solves no other lab. */
export function labSeed({ userId, lessonId }: Omit<LabOf, 'attempt'>, name = ''): `0x${string}` {
  const path = `lab/${userId}/${lessonId}${name && `/${name}`}`
  return `0x${createHash('sha256').update(path).digest('hex')}`
}

const seedOf = (of: LabOf) => labSeed(of, of.attempt === 0 ? '' : `${of.attempt}`)

async function findLab(ctx: Context, catalogue: Catalogue, of: LabOf): Promise<LabFile> {
  const lesson = catalogue.get(of.lessonId)
  if (!lesson) throw new AppError('LESSON_NOT_FOUND')
  if (!lesson.lab) throw new AppError('LAB_NOT_FOUND')
  await refuseUnmet(ctx, catalogue, of)
  return lesson.lab
}

/** Throws LESSON_NOT_AVAILABLE for a lesson that isn't of today, was never claimed and whose check was never begun. */
async function refuseUnmet(ctx: Context, catalogue: Catalogue, { userId, lessonId }: LabOf): Promise<void> {
  const completions = await findCompletions(ctx.db, userId)
  if (completions.some((completion) => completion.lessonId === lessonId)) return
  if (await findQuiz(ctx.db, userId, lessonId)) return
  const learner = await findLearner(ctx.db, userId)
  const today = dayOf(await databaseTime(ctx.db, ctx.clock), learner)
  const offered = await idsOfDay(ctx.db, catalogue, { userId, learner, today, completions }, ctx.limits)
  if (!offered.includes(lessonId)) throw new AppError('LESSON_NOT_AVAILABLE')
}

/** Returns the lab. Throws LESSON_NOT_FOUND, LAB_NOT_FOUND or LESSON_NOT_AVAILABLE. */
export async function labOf(ctx: Context, catalogue: Catalogue, of: LabOf): Promise<Lab> {
  const lab = await findLab(ctx, catalogue, of)
  const done = await findDoneLabs(ctx.db, of.userId, [of.lessonId])
  return { ...lab, seed: seedOf(of), done: done.has(of.lessonId) }
}

/** Replays a job. Throws LAB_BUSY if it is stopped. */
export type CheckRun = (job: TranscriptJob) => Promise<TranscriptResult>

/**
 * Returns whether a run solves its lab, and the trap it ends in, null if it isn't finished. Throws LAB_REFUSED with the
 * reason, LAB_BUSY if the replay was stopped, and the errors of `check`.
 */
export async function judgeRun(
  check: CheckRun,
  job: TranscriptJob,
): Promise<{ isSolved: boolean; trap: string | null }> {
  const result = await check(job)
  if (result.outcome === 'stopped') throw new AppError('LAB_BUSY')
  if (result.outcome === 'refused') {
    throw new AppError('LAB_REFUSED', { message: REFUSALS[result.reason], data: { reason: result.reason } })
  }
  return result.outcome === 'solved' ? { isSolved: true, trap: null } : { isSolved: false, trap: result.trap }
}

type Submitted = Answer<'POST /api/lessons/:id/lab'>

/**
 * Replays a run with `check` and, if it solves the lab, stores the lab as done forever. Throws LESSON_NOT_FOUND,
 * LAB_NOT_FOUND, LESSON_NOT_AVAILABLE and the errors of `judgeRun`.
 */
export async function submitLab(
  ctx: Context,
  catalogue: Catalogue,
  { transcript, check, ...of }: LabOf & { transcript: string; check: CheckRun },
): Promise<Submitted> {
  const { kind, parameters } = await findLab(ctx, catalogue, of)
  const { isSolved, trap } = await judgeRun(check, { kind, parameters, seed: seedOf(of), text: transcript })
  if (!isSolved) {
    const done = (await findDoneLabs(ctx.db, of.userId, [of.lessonId])).has(of.lessonId)
    return { done, outcome: trap === null ? 'open' : 'trapped', trap }
  }
  await ctx.db.tx(async (tx) => {
    await lockLearner(tx, of.userId)
    await insertDoneLab(tx, { userId: of.userId, lessonId: of.lessonId, at: await databaseTime(tx, ctx.clock) })
  })
  return { done: true, outcome: 'solved', trap: null }
}
