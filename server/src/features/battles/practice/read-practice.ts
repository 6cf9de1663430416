import type { Practice } from '@aura/api/calls/battles/practice'
import { dueAtOnce } from '#features/lessons'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { presentParticipant } from '../present.ts'
import { presentMissed } from '../rounds/missed.ts'
import { explainedAt, questionOf } from '../rounds/rounds.rules.ts'
import { findPeople, type Person } from '../store.ts'
import { type ClosedPracticeRound, ownAnswer, type PracticeTimeline, streaksOf, timelineOf } from './practice.rules.ts'
import { findPractice, type PracticeRow } from './practice-store.ts'

interface Owned {
  id: string
  userId: string
}

/** Returns a person's practice. Throws PRACTICE_NOT_FOUND. */
export async function ownPractice(ctx: Context, owned: Owned): Promise<PracticeRow> {
  const practice = await findPractice(ctx.db, owned)
  if (!practice) throw new AppError('PRACTICE_NOT_FOUND')
  return practice
}

/** Returns a practice as its person sees it. Throws PRACTICE_NOT_FOUND. */
export async function readPractice(ctx: Context, owned: Owned): Promise<Practice> {
  const { db } = ctx
  const practice = await ownPractice(ctx, owned)
  const at = await databaseTime(db, ctx.clock)
  const { userId, opponentId } = practice
  const people = await findPeople(db, opponentId ? [userId, opponentId] : [userId], at)
  const missed = await presentMissed(db, userId, missedOf(timelineOf(practice, at)))
  return presentPractice(practice, { people, missed, at })
}

/** Returns the closed questions that weren't answered right, of a practice that is over. */
const missedOf = ({ phase, closed }: PracticeTimeline) =>
  phase === 'over'
    ? closed
        .filter((round) => !ownAnswer(round)?.isRight)
        .map((round) => ({ number: round.number, question: questionOf(round) }))
    : []

/** Makes what was missed due for review, where its lesson is claimed, and returns how many. Throws PRACTICE_NOT_FOUND or PRACTICE_NOT_OVER. */
export async function reviewPractice(ctx: Context, owned: Owned): Promise<number> {
  const practice = await ownPractice(ctx, owned)
  const at = await databaseTime(ctx.db, ctx.clock)
  const timeline = timelineOf(practice, at)
  if (timeline.phase !== 'over') throw new AppError('PRACTICE_NOT_OVER')
  const questions = missedOf(timeline).map(({ question }) => question)
  return dueAtOnce(ctx.db, owned.userId, questions, at)
}

interface Facts {
  people: ReadonlyMap<string, Person>
  missed: Practice['missed']
  at: Date
}

/** Of a round that isn't closed it has nothing but the question, and of one that isn't open not even that. */
function presentPractice(practice: PracticeRow, { people, missed, at }: Facts): Practice {
  const { id, userId, opponentId, bestOf, stoppedAt } = practice
  const { phase, closed, ahead, points, isDecided, winner } = timelineOf(practice, at)
  const last = closed.at(-1)
  const participant = (userId: string) => {
    const person = people.get(userId)
    if (!person) throw new Error(`practice ${id} names ${userId}, whom nobody knows`)
    return presentParticipant(person)
  }
  return {
    id,
    bestOf,
    against: opponentId === null ? 'nobody' : opponentId === userId ? 'self' : 'creator',
    challenger: participant(userId),
    opponent: opponentId === null ? null : participant(opponentId),
    phase,
    points,
    streaks: streaksOf(closed),
    next:
      ahead && phase !== 'open'
        ? { number: ahead.number, isSuddenDeath: ahead.isSuddenDeath, opensAt: ahead.opensAt.toISOString() }
        : null,
    open: phase === 'open' && ahead ? presentOpen(ahead, at) : null,
    results: closed.map(({ number, isSuddenDeath, result }) => ({ number, isSuddenDeath, result })),
    last: last ? presentClosed(last) : null,
    revealEndsAt: phase === 'reveal' && last ? explainedAt(last.closedAt).toISOString() : null,
    outcome: phase === 'over' ? { winner, isStopped: stoppedAt !== null && !isDecided } : null,
    missed,
    serverTime: at.toISOString(),
  }
}

function presentOpen(
  { number, isSuddenDeath, opensAt, closesAt, round }: NonNullable<PracticeTimeline['ahead']>,
  at: Date,
): Practice['open'] {
  const { kind, text, options } = questionOf(round)
  const { recorded } = round
  return {
    number,
    isSuddenDeath,
    question: { kind, text, options },
    answered: {
      challenger: false,
      opponent: recorded !== null && at.getTime() - opensAt.getTime() >= recorded.ms,
    },
    openedAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
  }
}

function presentClosed(round: ClosedPracticeRound): NonNullable<Practice['last']> {
  const { number, isSuddenDeath, result, recorded, isReplaced, closedAt } = round
  const { kind, text, options, right, explanation, optionExplanations, lessonId, lesson } = questionOf(round)
  return {
    number,
    isSuddenDeath,
    result,
    question: { kind, text, options },
    right,
    explanation,
    optionExplanations,
    lesson: { id: lessonId, title: lesson.title },
    answers: { challenger: ownAnswer(round), opponent: recorded },
    isReplaced,
    closedAt: closedAt.toISOString(),
  }
}
