import type { Queryable } from '#platform/db/db'
import { findBattles } from './store.ts'

export { createBattle } from './create-battle.ts'
export type { WantedGift } from './gift-batch.rules.ts'
export { giftQueue } from './gift-queue.ts'
export { giveGifts } from './give-gifts.ts'
export { battleReader, readBattles } from './read-battles.ts'
export { takeStep } from './take-step.ts'
export { voidBattle } from './void-battle.ts'

export const battleExists = async (db: Queryable, id: string): Promise<boolean> =>
  (await findBattles(db, [id]))[0] !== undefined
