import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { GiftOutcome, GivenGift, WantedGift } from './gift-batch.rules.ts'
import { giveGifts } from './give-gifts.ts'

/** As many as one transaction writes; a longer queue waits its turn. */
const MOST = 500
/** Transactions at a time. When all are busy, what waits for any battle goes into the next one together. */
const AT_ONCE = 4

interface Waiting {
  gift: WantedGift
  resolve: (given: GivenGift) => void
  reject: (error: unknown) => void
}

/**
 * Gives gifts one by one to whoever calls, and writes them together: what comes to a battle while a transaction of it
 * is under way goes into the next one, and so does what comes to other battles while there are as many as may be. Alone,
 * a gift waits for nobody but the event loop's turn. Resolves once the gift is durable; rejects with the code of its
 * refusal.
 */
export function giftQueue(ctx: Context): (gift: WantedGift) => Promise<GivenGift> {
  let queue: Waiting[] = []
  /** Battles that a transaction of ours is about: another one would only wait for it. */
  const busy = new Set<string>()
  let running = 0

  function next(): Waiting[] {
    const batch: Waiting[] = []
    const rest: Waiting[] = []
    for (const waiting of queue) {
      const isTurn = batch.length < MOST && !busy.has(waiting.gift.battleId)
      if (isTurn) batch.push(waiting)
      else rest.push(waiting)
    }
    queue = rest
    return batch
  }

  async function run(): Promise<void> {
    for (let batch = next(); batch.length > 0; batch = next()) {
      const battleIds = batch.map(({ gift }) => gift.battleId)
      for (const id of battleIds) busy.add(id)
      await answer(batch)
      for (const id of battleIds) busy.delete(id)
    }
    running -= 1
  }

  async function answer(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await giveGifts(
        ctx,
        batch.map(({ gift }) => gift),
      )
      for (const [index, waiting] of batch.entries()) settle(waiting, outcomes[index] as GiftOutcome)
    } catch (error) {
      // Whatever it was, it may be one gift's: each gets its own chance. Their keys keep them from counting twice.
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const waiting of batch) await answer([waiting])
    }
  }

  return (gift) =>
    new Promise((resolve, reject) => {
      queue.push({ gift, resolve, reject })
      // Whoever is at work on this battle, or with as many others as may be, takes it along afterwards.
      if (running === AT_ONCE || busy.has(gift.battleId)) return
      running += 1
      // After this turn's other requests have been read from their sockets, so that they share the transaction.
      setImmediate(() => void run())
    })
}

function settle({ resolve, reject }: Waiting, outcome: GiftOutcome): void {
  if ('given' in outcome) resolve(outcome.given)
  else reject(new AppError(outcome.refused))
}
