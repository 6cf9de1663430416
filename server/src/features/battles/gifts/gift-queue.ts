import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { asAppError } from '#platform/http/answer-error'
import type { GiftOutcome, GivenGift, WantedGift } from './gift-batch.rules.ts'
import type { GiftMetrics } from './gift-metrics.ts'
import { giveGifts } from './give-gifts.ts'
import { RecentRepeats } from './recent-repeats.ts'

const BATCH_SIZE = 500
const MAX_TRANSACTIONS = 4
/** Each gift tried alone may wait for a lock timeout; after this number of them the rest fail at once. */
const MAX_OUTAGES = 2
const isOutage = (error: unknown) => asAppError(error)?.code === 'UNAVAILABLE'

interface QueuedGift {
  gift: WantedGift
  resolve: (given: GivenGift) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that gives one gift. It resolves once the gift is durable and rejects with the refusal. Gifts for
 * a battle collect while a transaction works on it, and all gifts do while MAX_TRANSACTIONS run. A single gift waits
 * for no batch.
 */
export function giftQueue(ctx: Context, metrics?: GiftMetrics): (gift: WantedGift) => Promise<GivenGift> {
  let queue: QueuedGift[] = []
  /** Battles locked by a running transaction, for which another would only wait. */
  const busy = new Set<string>()
  let running = 0
  const repeats = new RecentRepeats(ctx.clock)

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
    // A single gift may be the cause, so each is retried alone. Their keys prevent double counting.
    let outages = 0
    for (const queued of batch) {
      const mine = outages < MAX_OUTAGES ? await tryTogether([queued]) : failed
      if (!mine) continue
      queued.reject(mine.error)
      if (isOutage(mine.error)) outages += 1
    }
  }

  /** Returns the error if the transaction failed, in which case no gift is resolved. */
  async function tryTogether(batch: readonly QueuedGift[]): Promise<{ error: unknown } | undefined> {
    metrics?.began(batch.length)
    try {
      const outcomes = await giveGifts(
        ctx,
        batch.map(({ gift }) => gift),
        repeats,
      )
      for (const [index, queued] of batch.entries()) settle(queued, outcomes[index] as GiftOutcome)
    } catch (error) {
      return { error }
    }
  }

  return (gift) =>
    new Promise((resolve, reject) => {
      queue.push({ gift, ...timed({ resolve, reject }, metrics) })
      // The running transaction's successor takes it.
      if (running === MAX_TRANSACTIONS || busy.has(gift.battleId)) return
      running += 1
      setImmediate(() => void run())
    })
}

type Settled = Pick<QueuedGift, 'resolve' | 'reject'>

function timed(settled: Settled, metrics: GiftMetrics | undefined): Settled {
  if (!metrics) return settled
  const fromMs = performance.now()
  return {
    resolve(given) {
      metrics.answered(performance.now() - fromMs)
      settled.resolve(given)
    },
    reject(error) {
      metrics.answered(performance.now() - fromMs, error)
      settled.reject(error)
    },
  }
}

function settle({ resolve, reject }: Settled, outcome: GiftOutcome): void {
  if ('given' in outcome) resolve(outcome.given)
  else reject(new AppError(outcome.refused))
}
