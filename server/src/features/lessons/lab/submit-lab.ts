import { createHash } from 'node:crypto'
import type { Answer } from '@aura/api/calls'
import type { Lab } from '@aura/api/calls/lessons/lab'
import { lockLearner } from '#features/streak'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Catalogue } from '../catalogue.ts'
import type { RefusalReason, TranscriptJob, TranscriptResult } from './check-transcript.ts'
import type { LabFile } from './lab-file.ts'
import { findDoneLabs, insertDoneLab } from './store.ts'

interface LabOf {
  userId: string
  lessonId: string
}

const REFUSALS: Record<RefusalReason, string> = {
  malformed: 'This isn’t a run of a lab',
  'other-lab': 'This is a run of another lab',
  outdated: 'This lab has changed since. Reload the page and start over.',
  'other-seed': 'This is a run of somebody else’s lab',
  impossible: 'This run does something the lab doesn’t offer. Start over and try again.',
  limits: 'This run does more than a lab allows. Start over with fewer steps.',
}

/** Returns a seed that differs by user and lesson, so that a learner's run solves no one else's lab. */
const seedOf = ({ userId, lessonId }: LabOf): `0x${string}` =>
  `0x${createHash('sha256').update(`lab/${userId}/${lessonId}`).digest('hex')}`

function findLab(catalogue: Catalogue, lessonId: string): LabFile {
  const lesson = catalogue.get(lessonId)
  if (!lesson) throw new AppError('LESSON_NOT_FOUND')
  if (!lesson.lab) throw new AppError('LAB_NOT_FOUND')
  return lesson.lab
}

/** Returns the lab. Throws LESSON_NOT_FOUND or LAB_NOT_FOUND. */
export async function labOf(ctx: Context, catalogue: Catalogue, of: LabOf): Promise<Lab> {
  const lab = findLab(catalogue, of.lessonId)
  const done = await findDoneLabs(ctx.db, of.userId, [of.lessonId])
  return { ...lab, seed: seedOf(of), done: done.has(of.lessonId) }
}

type Submitted = Answer<'POST /api/lessons/:id/lab'>

/**
 * Replays a run with `check` and, if it solves the lab, stores the lab as done forever. Throws LESSON_NOT_FOUND,
 * LAB_NOT_FOUND, LAB_REFUSED with the reason, LAB_BUSY if the replay was stopped, and the errors of `check`.
 */
export async function submitLab(
  ctx: Context,
  catalogue: Catalogue,
  { transcript, check, ...of }: LabOf & { transcript: string; check(job: TranscriptJob): Promise<TranscriptResult> },
): Promise<Submitted> {
  const { kind, parameters } = findLab(catalogue, of.lessonId)
  const result = await check({ kind, parameters, seed: seedOf(of), text: transcript })
  if (result.outcome === 'stopped') throw new AppError('LAB_BUSY')
  if (result.outcome === 'refused') {
    throw new AppError('LAB_REFUSED', { message: REFUSALS[result.reason], data: { reason: result.reason } })
  }
  if (result.outcome === 'unsolved') {
    const done = (await findDoneLabs(ctx.db, of.userId, [of.lessonId])).has(of.lessonId)
    return { done, outcome: result.trap === null ? 'open' : 'trapped', trap: result.trap }
  }
  await ctx.db.tx(async (tx) => {
    await lockLearner(tx, of.userId)
    await insertDoneLab(tx, { ...of, at: await databaseTime(tx, ctx.clock) })
  })
  return { done: true, outcome: 'solved', trap: null }
}
