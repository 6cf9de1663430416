import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { refuseUnfit } from '../rounds/answer-round.ts'
import { fitsQuestion, isInTime, questionOf, roundTripOf } from '../rounds/rounds.rules.ts'
import { isInRounds } from '../rounds/rounds-store.ts'
import { timelineOf } from './practice.rules.ts'
import { lockPractice, storeRounds, stopPractice as storeStop } from './practice-store.ts'

interface Owned {
  id: string
  userId: string
}

/**
 * Takes an answer, which closes its round, and returns the choice that counts: the first one. The time that counts is the
 * database's when the request arrives, less the round trip measured until then. Throws PRACTICE_NOT_FOUND,
 * ROUND_NOT_OPEN, BATTLE_ROUNDS_RUNNING or INVALID_REQUEST.
 */
export async function answerPractice(
  ctx: Context,
  { id, userId, number, ...wanted }: Owned & { number: number; choice: readonly number[] },
): Promise<number[]> {
  const choice = wanted.choice.toSorted((a, b) => a - b)
  return ctx.db.tx(async (tx) => {
    // Read before the lock, since waiting for it is no part of the answer.
    const at = await databaseTime(tx, ctx.clock)
    const practice = await lockPractice(tx, { id, userId })
    if (!practice) throw new AppError('PRACTICE_NOT_FOUND')
    const known = practice.rounds[number - 1]?.answer
    if (known) return known.choice
    if (await isInRounds(tx, userId)) throw new AppError('BATTLE_ROUNDS_RUNNING')
    const { phase, ahead } = timelineOf(practice, at)
    if (phase !== 'open' || ahead?.number !== number) throw new AppError('ROUND_NOT_OPEN')
    if (!fitsQuestion(questionOf(ahead.round), choice)) refuseUnfit()
    const answer = { choice, at, roundTripMs: roundTripOf(practice.pings) }
    if (!isInTime(answer, ahead.opensAt)) throw new AppError('ROUND_NOT_OPEN')
    const rounds = practice.rounds.map((round, index) => (index === number - 1 ? { ...round, answer } : round))
    await storeRounds(tx, id, rounds)
    return choice
  })
}

/** Stops a practice that isn't over. Throws PRACTICE_NOT_FOUND. */
export async function stopPractice(ctx: Context, owned: Owned): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const practice = await lockPractice(tx, owned)
    if (!practice) throw new AppError('PRACTICE_NOT_FOUND')
    const at = await databaseTime(tx, ctx.clock)
    if (timelineOf(practice, at).phase !== 'over') await storeStop(tx, practice.id, at)
  })
}
