import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { isPlaying, type Side } from '../battle.rules.ts'
import { publishRounds } from '../publish-changes.ts'
import { lockBattle } from '../store.ts'
import { close } from './advance-rounds.ts'
import { fitsQuestion, isInTime, questionOf, roundTripOf } from './rounds.rules.ts'
import { allAnswered, findRounds, findSeats, storeAnswer } from './rounds-store.ts'

/** Throws INVALID_REQUEST. */
export const refuseUnfit = (): never => {
  throw new AppError('INVALID_REQUEST', { message: 'Choose one of the options' })
}

/**
 * Takes a participant's answer and returns the choice that counts: the first one, whatever device or tab it came from.
 * The time that counts is the database's when the request arrives, less the round trip measured until then. The second
 * answer closes the round. Throws ROUND_NOT_OPEN, also for a round that isn't the open one, or INVALID_REQUEST.
 */
export async function answerRound(
  ctx: Context,
  wanted: { battleId: string; number: number; side: Side; choice: readonly number[] },
): Promise<number[]> {
  const { battleId, number, side } = wanted
  const choice = wanted.choice.toSorted((a, b) => a - b)
  const counted = await ctx.db.tx(async (tx) => {
    // Read before the lock, since waiting for it is no part of the answer.
    const at = await databaseTime(tx, ctx.clock)
    const battle = await lockBattle(tx, battleId)
    const rounds = battle && isPlaying(battle) ? await findRounds(tx, battleId) : []
    const asked = rounds.find((round) => round.number === number)
    const known = asked?.answers[side]
    if (known) return known.choice
    if (!battle || !asked?.openedAt || asked.closedAt || asked.interruptedAt) throw new AppError('ROUND_NOT_OPEN')
    if (!fitsQuestion(questionOf(asked), choice)) refuseUnfit()
    const roundTripMs = roundTripOf((await findSeats(tx, battleId))[side].pings)
    const answer = { choice, at, roundTripMs }
    if (!isInTime(answer, asked.openedAt)) throw new AppError('ROUND_NOT_OPEN')
    await storeAnswer(tx, battleId, { number, side, answer })
    const answered = { ...asked, answers: { ...asked.answers, [side]: answer } }
    if (allAnswered(answered)) {
      const closedAt = await databaseTime(tx, ctx.clock)
      await close(ctx, tx, battle, { rounds: [...rounds.slice(0, -1), answered], at: closedAt })
    }
    return choice
  })
  publishRounds(ctx, battleId)
  return counted
}
