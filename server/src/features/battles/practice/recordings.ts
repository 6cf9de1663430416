import type { Answer } from '@aura/api/calls'
import type { PracticePartner } from '@aura/api/calls/battles/practice'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { findIneligible } from '#features/wallets'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { questionOf } from '../rounds/rounds.rules.ts'
import { findPeople, type Person } from '../store.ts'
import { FEWEST_RECORDED, ownAnswer, type Recording, timelineOf } from './practice.rules.ts'
import { findPartners, findRecorded, findStarted, mayPractise } from './practice-store.ts'

const DAY_MS = 86_400_000

/** Returns the newest answer to each question. */
function newestOfEach(recordings: readonly (Recording & { at: Date })[]): Recording[] {
  const newest = new Map<string, Recording & { at: Date }>()
  for (const recording of recordings) {
    const known = newest.get(recording.question)
    if (!known || known.at < recording.at) newest.set(recording.question, recording)
  }
  return [...newest.values()]
}

/** Returns a creator's answers in battles of rounds that ended, or none if the user may not practise against them. */
export async function creatorsRecordings(
  ctx: Context,
  db: Queryable,
  { userId, creatorId }: { userId: string; creatorId: string },
): Promise<Recording[]> {
  if (!(await mayPractise(db, userId, creatorId))) return []
  if ((await findIneligible(ctx, db, [creatorId])).has(creatorId)) return []
  return newestOfEach(await findRecorded(db, creatorId))
}

/** Returns the user's own answers: in battles of rounds that ended, and in practices that are over. */
export async function ownRecordings(db: Queryable, userId: string, at: Date): Promise<Recording[]> {
  const started = await findStarted(db, userId, new Date(at.getTime() - ROUND_RULES.practiceDays * DAY_MS))
  const practised = started.flatMap((practice) => {
    const { phase, closed } = timelineOf(practice, at)
    if (phase !== 'over') return []
    return closed.flatMap((round) => {
      const answer = ownAnswer(round)
      const question = practice.questions[round.number - 1]
      if (!answer || question === undefined) return []
      return { question, text: questionOf(round).text, isRight: answer.isRight, ms: answer.ms, at: round.closedAt }
    })
  })
  return newestOfEach([...practised, ...(await findRecorded(db, userId))])
}

/** Returns a creator as a practice partner, or null if the user may not or there are too few answers. */
export async function readPartner(
  ctx: Context,
  pair: { userId: string; creatorId: string },
): Promise<PracticePartner | null> {
  const { length: questions } = await creatorsRecordings(ctx, ctx.db, pair)
  if (questions < FEWEST_RECORDED) return null
  const at = await databaseTime(ctx.db, ctx.clock)
  return presentPartner((await findPeople(ctx.db, [pair.creatorId], at)).get(pair.creatorId), questions)
}

const presentPartner = (person: Person | undefined, questions: number): PracticePartner | null =>
  person ? { id: person.id, username: person.username, profileImageUrl: person.profileImageUrl, questions } : null

/** Returns the practice partners of a user, and the practice that is open. */
export async function readPartners(ctx: Context, userId: string): Promise<Answer<'GET /api/practice'>> {
  const { db } = ctx
  const at = await databaseTime(db, ctx.clock)
  const [newest] = await findStarted(db, userId, new Date(at.getTime() - DAY_MS))
  const found = await findPartners(ctx, userId)
  const people = await findPeople(
    db,
    found.map(({ id }) => id),
    at,
  )
  return {
    openId: newest && timelineOf(newest, at).phase !== 'over' ? newest.id : null,
    ownQuestions: (await ownRecordings(db, userId, at)).length,
    partners: found.flatMap(({ id, questions }) => presentPartner(people.get(id), questions) ?? []),
  }
}
