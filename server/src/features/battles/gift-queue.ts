import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { GiftOutcome, GivenGift, WantedGift } from './gift-batch.rules.ts'
import { giveGifts } from './give-gifts.ts'

/** As many as one transaction writes; a longer queue waits its turn. */
const MOST = 500

interface Waiting {
  gift: WantedGift
  resolve: (given: GivenGift) => void
  reject: (error: unknown) => void
}

/**
 * Gives gifts one by one to whoever calls, and writes them together: what comes to a battle while a transaction of it
 * is under way goes into the next one. Alone, a gift waits for nobody but the event loop's turn. Resolves once the gift
 * is durable; rejects with the code of its refusal.
 */
export function giftQueue(ctx: Context): (gift: WantedGift) => Promise<GivenGift> {
  const queues = new Map<string, Waiting[]>()

  async function run(battleId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await answer(battleId, queue.splice(0, MOST))
    queues.delete(battleId)
  }

  async function answer(battleId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await giveGifts(
        ctx,
        battleId,
        batch.map(({ gift }) => gift),
      )
      for (const [index, waiting] of batch.entries()) settle(waiting, outcomes[index] as GiftOutcome)
    } catch (error) {
      // Whatever it was, it may be one gift's: each gets its own chance. Their keys keep them from counting twice.
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const waiting of batch) await answer(battleId, [waiting])
    }
  }

  return (gift) =>
    new Promise((resolve, reject) => {
      const waiting = { gift, resolve, reject }
      const queue = queues.get(gift.battleId)
      if (queue) return void queue.push(waiting)
      const fresh = [waiting]
      queues.set(gift.battleId, fresh)
      // After this turn's other requests have been read from their sockets, so that they share the transaction.
      setImmediate(() => void run(gift.battleId, fresh))
    })
}

function settle({ resolve, reject }: Waiting, outcome: GiftOutcome): void {
  if ('given' in outcome) resolve(outcome.given)
  else reject(new AppError(outcome.refused))
}
