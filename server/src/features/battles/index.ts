import type { Context } from '#platform/context'
import { batchLoader } from '#platform/db/batch-loader'
import type { Queryable } from '#platform/db/db'
import { type BattleRow, findBattles } from './store.ts'

export { countPending, findUnfinishedBattles } from './deletion-store.ts'
export type { WantedGift } from './gifts/gift-batch.rules.ts'
export { giftQueue } from './gifts/gift-queue.ts'
export { giveGifts } from './gifts/give-gifts.ts'
export type { BattleChange } from './lifecycle/apply-transitions.ts'
export { createBattle } from './lifecycle/create-battle.ts'
export { endPendingChallenges, endPendingWithAccount, lockPending, stakeReturns } from './lifecycle/end-pending.ts'
export { performTransition } from './lifecycle/perform-transition.ts'
export { voidBattle } from './lifecycle/void-battle.ts'
export { publishChanges } from './publish-changes.ts'
export { battleReader, readBattles } from './read-battles.ts'

export const battleExists = async (db: Queryable, id: string): Promise<boolean> =>
  (await findBattles(db, [id]))[0] !== undefined

/** Returns a function that finds a battle; concurrent calls share one statement. */
export const battleFinder = ({ db }: Pick<Context, 'db'>): ((id: string) => Promise<BattleRow | undefined>) =>
  batchLoader((ids) => findBattles(db, ids))
