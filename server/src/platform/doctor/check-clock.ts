import type { Chain } from '../chain/chain.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { type Finding, ok, problem } from './check.ts'
import { findTime } from './store.ts'

const MAX_DIFFERENCE_MS = 2_000
/** Blocks carry whole seconds, which their producers choose. */
const MAX_BLOCK_AHEAD_MS = 15_000

type Now = Pick<Clock, 'now'>

/** Returns the difference of two clocks. `theirs` may be from any moment between two readings of ours. */
export function differenceMs(theirs: Date, before: Date, after: Date): number {
  if (theirs < before) return theirs.getTime() - before.getTime()
  return Math.max(0, theirs.getTime() - after.getTime())
}

export async function checkDatabaseClock(db: Db, clock: Now, theirs?: Date): Promise<Finding[]> {
  const before = clock.now()
  const difference = differenceMs(await findTime(db, theirs ?? null), before, clock.now())
  if (Math.abs(difference) <= MAX_DIFFERENCE_MS) return [ok('This machine and the database agree on the time')]
  const seconds = Math.round(Math.abs(difference) / 1_000)
  const order = difference > 0 ? 'behind' : 'ahead of'
  return [problem(`This machine's clock is ${seconds} s ${order} the database's. Run a time service (NTP) on both.`)]
}

export async function checkChainClock(chain: Chain, clock: Now): Promise<Finding[]> {
  const latest = await chain.latest().catch(() => null)
  // Nodes that don't respond are covered by another check.
  if (latest === null) return []
  const aheadMs = latest.time.getTime() - clock.now().getTime()
  if (aheadMs <= MAX_BLOCK_AHEAD_MS) return [ok('The newest block is not from the future')]
  return [
    problem(
      `The newest block is ${Math.round(aheadMs / 1_000)} s ahead of this machine's clock. Run a time service (NTP).`,
    ),
  ]
}
