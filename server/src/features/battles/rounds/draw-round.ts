import { randomBytes, randomInt } from 'node:crypto'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { catalogueOf, type SharedQuestion, sharedQuestions } from '#features/lessons'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { BattleRow } from '../store.ts'
import { commitmentOf, sealedText } from './rounds.rules.ts'
import { findAsked, insertRound } from './rounds-store.ts'

const DAY_MS = 86_400_000
/** Questions to choose from, if there are as many: the fewer, the better they can be guessed ahead. */
const CHOICE = 10

const nameOf = ({ lessonId, questionId }: SharedQuestion) => `${lessonId}/${questionId}`

/**
 * Draws a round of a battle that the caller has locked, commits to its question and stores it. Returns false if no
 * question is left that neither participant has seen within the week.
 */
export async function drawRound(
  ctx: Context,
  tx: Tx,
  battle: BattleRow,
  { number, isSuddenDeath, opensAt, at }: { number: number; isSuddenDeath: boolean; opensAt: Date; at: Date },
): Promise<boolean> {
  const people = [battle.challengerId, battle.opponentId]
  const since = new Date(at.getTime() - ROUND_RULES.freshDays * DAY_MS)
  const catalogue = await catalogueOf(ctx.settings.lessonsDir)
  const tiers = await sharedQuestions(tx, catalogue, people, { since })
  const asked = await findAsked(tx, people, since)
  const pool: SharedQuestion[] = []
  for (const tier of tiers) {
    if (pool.length >= CHOICE) break
    pool.push(...tier.filter((question) => !asked.has(nameOf(question))))
  }
  const drawn = pool[pool.length === 0 ? 0 : randomInt(pool.length)]
  if (!drawn) return false
  const sealed = sealedText(withShuffledOptions(drawn))
  const salt = randomBytes(16).toString('hex')
  const commitment = commitmentOf({ battleId: battle.id, number, salt, sealed })
  const question = nameOf(drawn)
  await insertRound(tx, { battleId: battle.id, number, isSuddenDeath, question, sealed, salt, commitment, opensAt })
  return true
}

/** Returns the question with its options in a new order, since that of the content tells which are right. Lines keep theirs. */
function withShuffledOptions(question: SharedQuestion): SharedQuestion {
  if (question.kind === 'point-at-line') return question
  const order = question.options.map((_, index) => index)
  for (let last = order.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[order[last], order[other]] = [order[other] as number, order[last] as number]
  }
  const inOrder = (texts: readonly string[]) => order.map((index) => texts[index] ?? '')
  return {
    ...question,
    options: inOrder(question.options),
    optionExplanations: inOrder(question.optionExplanations),
    right: question.right.map((index) => order.indexOf(index)).sort((a, b) => a - b),
  }
}
