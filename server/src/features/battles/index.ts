import type { Context } from '#platform/context'
import { batchLoader } from '#platform/db/batch-loader'
import type { Queryable } from '#platform/db/db'
import { type BattleRow, findBattles } from './store.ts'

export type { BattleChange } from './apply-transitions.ts'
export { createBattle } from './create-battle.ts'
export { endPendingChallenges, endPendingWithAccount, lockPending, stakeReturns } from './end-pending.ts'
export type { WantedGift } from './gift-batch.rules.ts'
export { giftQueue } from './gift-queue.ts'
export { giveGifts } from './give-gifts.ts'
export { performTransition } from './perform-transition.ts'
export { publishChanges } from './publish-changes.ts'
export { battleReader, readBattles } from './read-battles.ts'
export { voidBattle } from './void-battle.ts'

export const battleExists = async (db: Queryable, id: string): Promise<boolean> =>
  (await findBattles(db, [id]))[0] !== undefined

/** Finds a battle as it stands. Crowds that ask at once share the statements. */
export const battleFinder = ({ db }: Pick<Context, 'db'>): ((id: string) => Promise<BattleRow | undefined>) =>
  batchLoader((ids) => findBattles(db, ids))
