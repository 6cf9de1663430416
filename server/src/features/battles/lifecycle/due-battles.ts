import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { Feature, JobTools } from '#platform/feature'
import type { ScheduledJob } from '#platform/scheduler/scheduler'
import { batchInOrder, type DueTransition, nextDue } from '../battle.rules.ts'
import { timeWithoutOutage } from '../outages/heartbeat.ts'
import { publishChanges, publishRounds } from '../publish-changes.ts'
import { advanceRounds } from '../rounds/advance-rounds.ts'
import type { BattleRow } from '../store.ts'
import { applyTransitions, type Transition } from './apply-transitions.ts'
import { decidedRounds } from './decided-rounds.ts'
import { findDue, lockDue, msUntilDue } from './due-store.ts'
import { unlessRelated } from './unless-related.ts'

const BATCH_SIZE = 100
/** Battles of rounds in a batch: their questions are sent, and answers to them taken, after all its steps. */
const ROUNDS_BATCH_SIZE = 10
/** Milliseconds by which a battle with a failed transition is postponed, so that it blocks no other. */
const RETRY_MS = 5_000
/** By which a battle planned meanwhile may be late. */
const MAX_SLEEP_MS = 1_000

/** Expires, starts and settles due battles exactly once on any number of servers, oldest due time first. */
export function battlesDue(ctx: Context, { onError, features }: Pick<JobTools, 'onError' | 'features'>): ScheduledJob {
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
        await runDue(ctx, features, { only: [id], except: [], limit: 1 })
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
        return (await runDue(ctx, features, { only: null, except: postponed(), limit: BATCH_SIZE })) > 0
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
  features: readonly Feature[],
  which: { only: readonly string[] | null; except: readonly string[]; limit: number },
): Promise<number> {
  // An outage may have moved the ends of battles that look due.
  const upTo = await timeWithoutOutage(ctx)
  const { changes, playedIds, taken, at } = await ctx.db.tx(async (tx) => {
    const due = batchInOrder(await lockDue(tx, { ...which, now: upTo, arePlaying: false }))
    // No more than are advanced, since answers to a locked battle wait.
    const limit = Math.min(which.limit, ROUNDS_BATCH_SIZE)
    const played = await lockDue(tx, { ...which, limit, now: upTo, arePlaying: true })
    if (due.length + played.length === 0) return { changes: [], playedIds: [], taken: 0, at: upTo }
    const at = await databaseTime(tx, ctx.clock)
    const rounds = await roundsTransitions(ctx, tx, played, at)
    const own = due.map((battle) => ({ transition: dueTransition(battle), battle, actorId: null }))
    const transitions = await unlessRelated(tx, [...own, ...rounds.transitions])
    const changes = await applyTransitions(tx, ctx.clock, transitions, { at })
    const decided = decidedRounds(transitions, changes)
    if (decided.length > 0) for (const feature of features) await feature.roundsDecided?.(tx, decided, at)
    return { changes, playedIds: rounds.changedIds, taken: due.length + played.length, at }
  })
  for (const id of playedIds) publishRounds(ctx, id)
  publishChanges(ctx, changes)
  for (const { battle } of changes) {
    if (battle.status === 'completed' && at)
      ctx.settleMetrics?.settled(Math.max(0, at.getTime() - battle.endsAt.getTime()))
  }
  return taken
}

/** Advances battles of rounds. Returns those that changed, and the transitions of those that end. */
async function roundsTransitions(ctx: Context, tx: Tx, played: readonly BattleRow[], at: Date) {
  const [changedIds, transitions]: [string[], Transition[]] = [[], []]
  for (const battle of played) {
    const { transition, hasChanged } = await advanceRounds(ctx, tx, battle, at)
    if (transition) transitions.push(transition)
    if (hasChanged) changedIds.push(battle.id)
  }
  return { changedIds, transitions }
}

function dueTransition(battle: BattleRow): DueTransition {
  const next = nextDue(battle)
  if (!next) throw new Error(`battle ${battle.id} is ${battle.status} and has a due time`)
  return next.transition
}
