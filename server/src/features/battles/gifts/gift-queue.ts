import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { asAppError } from '#platform/http/answer-error'
import type { GiftOutcome, GivenGift, WantedGift } from './gift-batch.rules.ts'
import { giveGifts } from './give-gifts.ts'

const BATCH_SIZE = 500
const MAX_TRANSACTIONS = 4
/** Each gift tried alone may wait for a lock until it times out; after this many, the rest of the batch fails at once. */
const MAX_OUTAGES = 2
const isOutage = (error: unknown) => asAppError(error)?.code === 'UNAVAILABLE'

interface QueuedGift {
  gift: WantedGift
  resolve: (given: GivenGift) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that gives one gift and resolves once it is durable; it rejects with the code of the refusal. Gifts
 * are written in batches: while a transaction works on a battle, new gifts for it collect for the next one, and so do
 * gifts for all battles while MAX_TRANSACTIONS run. A single gift waits for no batch.
 */
export function giftQueue(ctx: Context): (gift: WantedGift) => Promise<GivenGift> {
  let queue: QueuedGift[] = []
  /** Battles a running transaction has locked: another transaction would only wait for it. */
  const busy = new Set<string>()
  let running = 0

  function next(): QueuedGift[] {
    const batch: QueuedGift[] = []
    const rest: QueuedGift[] = []
    for (const queued of queue) {
      const fits = batch.length < BATCH_SIZE && !busy.has(queued.gift.battleId)
      if (fits) batch.push(queued)
      else rest.push(queued)
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

  async function answer(batch: readonly QueuedGift[]): Promise<void> {
    const failed = await tryTogether(batch)
    if (!failed) return
    if (batch.length === 1) return batch[0]?.reject(failed.error)
    // One gift may have caused it, so each is tried alone. Their keys keep them from counting twice.
    let outages = 0
    for (const queued of batch) {
      const mine = outages < MAX_OUTAGES ? await tryTogether([queued]) : failed
      if (!mine) continue
      queued.reject(mine.error)
      if (isOutage(mine.error)) outages += 1
    }
  }

  /** Gives gifts in one transaction and resolves them. Returns why it failed, if it did; then none of them is resolved. */
  async function tryTogether(batch: readonly QueuedGift[]): Promise<{ error: unknown } | undefined> {
    try {
      const outcomes = await giveGifts(
        ctx,
        batch.map(({ gift }) => gift),
      )
      for (const [index, queued] of batch.entries()) settle(queued, outcomes[index] as GiftOutcome)
    } catch (error) {
      return { error }
    }
  }

  return (gift) =>
    new Promise((resolve, reject) => {
      queue.push({ gift, resolve, reject })
      // A running transaction takes it along afterwards.
      if (running === MAX_TRANSACTIONS || busy.has(gift.battleId)) return
      running += 1
      // Once the requests that arrived with this one are read from their sockets, so that they share the transaction.
      setImmediate(() => void run())
    })
}

function settle({ resolve, reject }: QueuedGift, outcome: GiftOutcome): void {
  if ('given' in outcome) resolve(outcome.given)
  else reject(new AppError(outcome.refused))
}
