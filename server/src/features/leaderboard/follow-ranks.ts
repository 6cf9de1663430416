import type { Context } from '#platform/context'
import { batchLoader } from '#platform/db/batch-loader'
import type { Db } from '#platform/db/db'
import type { Limits } from '#platform/limits'
import { type ScheduledJob, SOON_MS } from '#platform/scheduler/scheduler'
import { followTransfers, hasUncounted, msBehind } from './store.ts'

/** Transfers counted in one transaction, for which other counting transactions wait. */
const MAX_TRANSFERS = 5_000
/** Transactions that a read waits for. More have to be counted only after the job stood still. */
const MAX_ROUNDS = 2
const COUNT_EVERY_MS = 500

const followers = new WeakMap<Db, () => Promise<unknown>>()

function followerOf(db: Db): () => Promise<unknown> {
  const known = followers.get(db)
  if (known) return known
  const load = batchLoader(async (callers: readonly true[]) => {
    for (let round = 0; round < MAX_ROUNDS && (await followTransfers(db, MAX_TRANSFERS)) === MAX_TRANSFERS; round++);
    return callers
  })
  const follow = () => load(true)
  followers.set(db, follow)
  return follow
}

/**
 * Resolves once the ranks include every transfer committed before the call; concurrent calls share a statement. If that
 * fails or is too much work, ranks stay late, which is better than none, and the job reports it.
 */
export async function followRanks(db: Db): Promise<void> {
  await followerOf(db)().catch(() => {})
}

/** When a server's job began its last complete count, by an object that its jobs and requests share. */
const followedMs = new WeakMap<Limits, number>()

/** Returns whether the ranks include transfers committed `limits.ranksLagMs` ago, as far as this server knows. */
export const isFollowed = ({ limits }: Pick<Context, 'limits'>): boolean =>
  performance.now() - (followedMs.get(limits) ?? Number.NEGATIVE_INFINITY) < limits.ranksLagMs

/** Makes the ranks include every transfer of this person, and those of others up to the lag of `isFollowed`. */
export async function followRanksOf(read: Pick<Context, 'db' | 'limits'>, userId: string | undefined): Promise<void> {
  if (isFollowed(read) && (userId === undefined || !(await hasUncounted(read.db, [userId])))) return
  await followRanks(read.db)
}

/** Counts at an interval while points move, and less often while none do: a read counts what the job has not. */
export function followingDue({ db, clock, limits }: Pick<Context, 'db' | 'clock' | 'limits'>): ScheduledJob {
  let isMoving = false
  return {
    async runBatch() {
      const beganMs = performance.now()
      const counted = await followTransfers(db, MAX_TRANSFERS)
      const hasMore = counted === MAX_TRANSFERS
      if (!hasMore) followedMs.set(limits, beganMs)
      isMoving = counted > 0
      return hasMore
    },
    async msUntilNextRun() {
      const ms = await msBehind(db, clock.sqlNow())
      if (ms !== null) return COUNT_EVERY_MS - ms
      return isMoving ? COUNT_EVERY_MS : null
    },
    maxSleepMs: SOON_MS,
  }
}
