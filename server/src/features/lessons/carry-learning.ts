import type { Carried } from '#features/identities'
import type { Tx } from '#platform/db/db'
import { hasLearned, mergeLearning, resettleOffer, restoreLearning } from './kept-learning-store.ts'

/**
 * Carries learning between two accounts of one person, under the later one's lock. The first return to a deleted account
 * restores it all, unless the user has days of their own. Otherwise lessons count as paid and questions as known, which
 * may hold for any number of accounts.
 */
export async function carryLearning(tx: Tx, { from, to, isReturn }: Carried): Promise<void> {
  const restores = isReturn && !(await hasLearned(tx, to))
  await (restores ? restoreLearning(tx, to, from) : mergeLearning(tx, to, from))
  await resettleOffer(tx, to)
}
