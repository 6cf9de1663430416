import { randomBytes, randomInt } from 'node:crypto'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { catalogueOf, type SharedQuestion, sharedQuestions } from '#features/lessons'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { findPractised } from '../practice/practised.ts'
import type { BattleRow } from '../store.ts'
import { commitmentOf, sealedText } from './rounds.rules.ts'
import { findAsked, insertRound } from './rounds-store.ts'

const DAY_MS = 86_400_000
/** Questions to choose from, if there are as many: the fewer, the better they can be guessed ahead. */
const CHOICE = 10

export const nameOf = ({ lessonId, questionId }: Pick<SharedQuestion, 'lessonId' | 'questionId'>) =>
  `${lessonId}/${questionId}`

/**
 * Draws a round of a battle that the caller has locked, commits to its question and stores it. Returns false if no
 * question is left that neither participant has seen within the week. Those of units both have begun come first, and
 * among those of a tier the ones nobody practised.
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
  const practised = await findPractised(tx, people, { since, at })
  const pool: SharedQuestion[] = []
  // Practised questions stay in the choice, so that practice can neither use up a tier nor leave a few to learn by heart.
  for (const tier of tiers) {
    for (const isPractised of [false, true]) {
      if (pool.length >= CHOICE) break
      const fits = (name: string) => !asked.has(name) && practised.has(name) === isPractised
      pool.push(...tier.filter((question) => fits(nameOf(question))))
    }
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
export function withShuffledOptions(question: SharedQuestion): SharedQuestion {
  if (question.kind === 'point-at-line') return question
  const order = inRandomOrder(question.options.map((_, index) => index))
  const inOrder = (texts: readonly string[]) => order.map((index) => texts[index] ?? '')
  return {
    ...question,
    options: inOrder(question.options),
    optionExplanations: inOrder(question.optionExplanations),
    right: question.right.map((index) => order.indexOf(index)).sort((a, b) => a - b),
  }
}

/** Returns these in an order that nobody can foresee. */
export function inRandomOrder<T>(all: readonly T[]): T[] {
  const order = [...all]
  for (let last = order.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[order[last], order[other]] = [order[other] as T, order[last] as T]
  }
  return order
}
