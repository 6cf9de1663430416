import type { Context } from '#platform/context'
import { batchLoader } from '#platform/db/batch-loader'
import type { Db } from '#platform/db/db'
import { laggingReading } from '#platform/db/replica/reading'
import type { ScheduledJob } from '#platform/scheduler/scheduler'
import { followTransfers, hasUncounted, msBehind } from './store.ts'

/** Transfers counted in one transaction; others who count wait for it. */
const MOST = 5_000

interface Following {
  /** Concurrent calls share a statement that starts after them. */
  follow: () => Promise<unknown>
  /** When this process last began to count and then had counted everything. */
  followedMs: number
}

const followings = new WeakMap<Db, Following>()

function followingOf(db: Db): Following {
  const known = followings.get(db)
  if (known) return known
  const load = batchLoader(async (callers: readonly true[]) => {
    while (await countSome(db));
    return callers
  })
  const following = { follow: () => load(true), followedMs: Number.NEGATIVE_INFINITY }
  followings.set(db, following)
  return following
}

/** Returns whether there may be more to count. */
async function countSome(db: Db): Promise<boolean> {
  const beganMs = performance.now()
  const hasMore = (await followTransfers(db, MOST)) === MOST
  if (!hasMore) followingOf(db).followedMs = beganMs
  return hasMore
}

/**
 * Resolves once the ranks include every transfer committed before the call. Reads that may lag don't wait: the replica has
 * what was counted.
 */
export async function followRanks(db: Db): Promise<void> {
  if (!laggingReading()) await followingOf(db).follow()
}

type Read = Pick<Context, 'db' | 'limits'>

/** Whether the ranks include what was committed `limits.ranksLagMs` ago, as far as this process knows. */
export const isFollowed = ({ db, limits }: Read): boolean =>
  !laggingReading() && performance.now() - followingOf(db).followedMs < limits.ranksLagMs

/** Makes the ranks include every transfer of this person, and those of others as `isFollowed` says. */
export async function followRanksOf(read: Read, userId: string | undefined): Promise<void> {
  if (isFollowed(read) && (userId === undefined || !(await hasUncounted(read.db, [userId])))) return
  await followRanks(read.db)
}

export function followingDue({ db, clock }: Pick<Context, 'db' | 'clock'>): ScheduledJob {
  return {
    runBatch: () => countSome(db),
    async msUntilNextRun() {
      const ms = await msBehind(db, clock.sqlNow())
      return ms === null ? null : -ms
    },
  }
}
