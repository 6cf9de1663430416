import { findRelated } from '#features/related-accounts'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { JobTools } from '#platform/feature'
import type { ScheduledJob } from '#platform/scheduler/scheduler'
import { batchInOrder, type DueTransition, nextDue, RELATED_REASON } from '../battle.rules.ts'
import { timeWithoutOutage } from '../outages/heartbeat.ts'
import { publishChanges } from '../publish-changes.ts'
import type { BattleRow } from '../store.ts'
import { applyTransitions, type Transition } from './apply-transitions.ts'
import { findDue, lockDue, msUntilDue } from './due-store.ts'

const BATCH_SIZE = 100
/** Milliseconds by which a battle with a failed transition is postponed, so that it blocks no other. */
const RETRY_MS = 5_000
/** By which a battle planned meanwhile may be late. */
const MAX_SLEEP_MS = 1_000

/** Expires, starts and settles due battles exactly once on any number of servers, oldest due time first. */
export function battlesDue(ctx: Context, { onError }: Pick<JobTools, 'onError'>): ScheduledJob {
  const postponedUntilMs = new Map<string, number>()
  const postponed = () => {
    const nowMs = performance.now()
    for (const [id, untilMs] of postponedUntilMs) if (untilMs <= nowMs) postponedUntilMs.delete(id)
    return [...postponedUntilMs.keys()]
  }

  async function oneByOne(): Promise<boolean> {
    const ids = await findDue(ctx.db, { now: ctx.clock.sqlNow(), except: postponed(), limit: BATCH_SIZE })
    for (const id of ids) {
      try {
        await runDue(ctx, { only: [id], except: [], limit: 1 })
      } catch (error) {
        onError(error)
        postponedUntilMs.set(id, performance.now() + RETRY_MS)
      }
    }
    return ids.length > 0
  }

  return {
    async runBatch() {
      try {
        return (await runDue(ctx, { only: null, except: postponed(), limit: BATCH_SIZE })) > 0
      } catch {
        return oneByOne()
      }
    },
    msUntilNextRun: () => msUntilDue(ctx.db, ctx.clock.sqlNow(), postponed()),
    maxSleepMs: MAX_SLEEP_MS,
    onlyWhenDue: true,
  }
}

/** Runs transitions in one transaction and skips battles locked by others. Returns the number of transitions. */
async function runDue(
  ctx: Context,
  which: { only: readonly string[] | null; except: readonly string[]; limit: number },
): Promise<number> {
  // An outage may have moved the ends of battles that look due.
  const upTo = await timeWithoutOutage(ctx)
  const { changes, at } = await ctx.db.tx(async (tx) => {
    const due = batchInOrder(await lockDue(tx, { ...which, now: upTo }))
    if (due.length === 0) return { changes: [], at: upTo }
    const at = await databaseTime(tx, ctx.clock)
    const transitions = await transitionsOf(tx, due)
    return { changes: await applyTransitions(tx, ctx.clock, transitions, { at }), at }
  })
  publishChanges(ctx, changes)
  for (const { battle } of changes) {
    if (battle.status === 'completed' && at) ctx.settleMetrics?.settled(at.getTime() - battle.endsAt.getTime())
  }
  return changes.length
}

/**
 * Returns the transitions that are due. A battle of accounts found to be related is called off instead of started or
 * settled: one person can't win from themselves, and who gifted such a battle gets it back.
 */
async function transitionsOf(tx: Tx, due: readonly BattleRow[]): Promise<Transition[]> {
  const transitions = due.map((battle) => ({ transition: dueTransition(battle), battle, actorId: null }))
  const checked = transitions.filter(({ transition }) => transition !== 'expire')
  if (checked.length === 0) return transitions
  const related = await findRelated(
    tx,
    checked.map(({ battle }) => ({ people: [battle.challengerId], accounts: [battle.opponentId] })),
  )
  const off = new Set(checked.filter((_, nr) => related[nr]?.size).map(({ battle }) => battle.id))
  return transitions.map((each) =>
    off.has(each.battle.id) ? { ...each, transition: 'void', reason: RELATED_REASON } : each,
  )
}

function dueTransition(battle: BattleRow): DueTransition {
  const next = nextDue(battle)
  if (!next) throw new Error(`battle ${battle.id} is ${battle.status} and has a due time`)
  return next.transition
}
