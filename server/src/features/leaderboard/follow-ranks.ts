import type { Context } from '#platform/context'
import { batchLoader } from '#platform/db/batch-loader'
import type { Db } from '#platform/db/db'
import type { Limits } from '#platform/limits'
import type { ScheduledJob } from '#platform/scheduler/scheduler'
import { followTransfers, hasUncounted, msBehind } from './store.ts'

/** Transfers counted in one transaction; others who count wait for it. */
const MAX_TRANSFERS = 5_000
/** Transactions that a read waits for. More have to be counted only after the job stood still. */
const MAX_ROUNDS = 2
const COUNT_EVERY_MS = 500

/** Returns whether there may be more to count. */
const countSome = async (db: Db): Promise<boolean> => (await followTransfers(db, MAX_TRANSFERS)) === MAX_TRANSFERS

const followers = new WeakMap<Db, () => Promise<unknown>>()

function followerOf(db: Db): () => Promise<unknown> {
  const known = followers.get(db)
  if (known) return known
  const load = batchLoader(async (callers: readonly true[]) => {
    for (let round = 0; round < MAX_ROUNDS && (await countSome(db)); round++);
    return callers
  })
  const follow = () => load(true)
  followers.set(db, follow)
  return follow
}

/**
 * Resolves once the ranks include every transfer committed before the call; concurrent calls share a statement. Where that
 * fails or is too much, with what was counted: a late rank is better than none, and the job tells.
 */
export async function followRanks(db: Db): Promise<void> {
  await followerOf(db)().catch(() => {})
}

/**
 * When the job of a server last began to count and then had counted everything. By what a server has one of: its jobs and
 * its requests have databases of their own.
 */
const followedMs = new WeakMap<Limits, number>()

/** Whether the ranks include what was committed `limits.ranksLagMs` ago, as far as this server knows. */
export const isFollowed = ({ limits }: Pick<Context, 'limits'>): boolean =>
  performance.now() - (followedMs.get(limits) ?? Number.NEGATIVE_INFINITY) < limits.ranksLagMs

/** Makes the ranks include every transfer of this person, and those of others as `isFollowed` says. */
export async function followRanksOf(read: Pick<Context, 'db' | 'limits'>, userId: string | undefined): Promise<void> {
  if (isFollowed(read) && (userId === undefined || !(await hasUncounted(read.db, [userId])))) return
  await followRanks(read.db)
}

export function followingDue({ db, clock, limits }: Pick<Context, 'db' | 'clock' | 'limits'>): ScheduledJob {
  return {
    async runBatch() {
      const beganMs = performance.now()
      const hasMore = await countSome(db)
      if (!hasMore) followedMs.set(limits, beganMs)
      return hasMore
    },
    async msUntilNextRun() {
      const ms = await msBehind(db, clock.sqlNow())
      return ms === null ? null : COUNT_EVERY_MS - ms
    },
  }
}
