import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { batchLoader } from '#platform/db/batch-loader'
import type { Side } from '../battle.rules.ts'
import { refuseUnfit } from './answer-round.ts'
import { type CrowdAnswer, findOpenQuestions, insertCrowdAnswers } from './crowd-store.ts'
import { fitsQuestion, isRight, type SealedQuestion } from './rounds.rules.ts'

interface Wanted {
  battleId: string
  number: number
  userId: string
  choice: readonly number[]
  cheersFor: Side | null
}

/** Rounds whose questions stay in memory: those that are open at once on a busy evening. */
const MAX_QUESTIONS = 200

/**
 * Returns a function that takes a viewer's answer and returns the choice that counts: the first one. Answers that
 * arrive together are written in one statement. Throws ROUND_NOT_OPEN or INVALID_REQUEST.
 */
export function crowdAnswers(ctx: Context): (wanted: Wanted) => Promise<number[]> {
  // The question of a round never changes once it is open.
  const questions = new Map<string, SealedQuestion>()
  const keyOf = ({ battleId, number }: Pick<Wanted, 'battleId' | 'number'>) => `${battleId}/${number}`
  const findQuestion = batchLoader((wanted: readonly Pick<Wanted, 'battleId' | 'number'>[]) =>
    findOpenQuestions(ctx.db, wanted),
  )
  const write = batchLoader(async (answers: readonly Omit<CrowdAnswer, 'at'>[]) => {
    const at = await databaseTime(ctx.db, ctx.clock)
    return insertCrowdAnswers(
      ctx.db,
      answers.map((answer) => ({ ...answer, at })),
    )
  })

  async function questionOf(wanted: Wanted): Promise<SealedQuestion> {
    const known = questions.get(keyOf(wanted))
    if (known) return known
    const found = await findQuestion(wanted)
    if (!found) throw new AppError('ROUND_NOT_OPEN')
    const [oldest] = questions.keys()
    if (oldest !== undefined && questions.size >= MAX_QUESTIONS) questions.delete(oldest)
    questions.set(keyOf(wanted), found)
    return found
  }

  return async (wanted) => {
    const question = await questionOf(wanted)
    const choice = wanted.choice.toSorted((a, b) => a - b)
    if (!fitsQuestion(question, choice)) refuseUnfit()
    const { battleId, number, userId, cheersFor } = wanted
    const counted = await write({ battleId, number, userId, cheersFor, choice, isRight: isRight(question, choice) })
    if (!counted) throw new AppError('ROUND_NOT_OPEN')
    return counted
  }
}
