import { openBattleAccounts, postTransfers } from '#features/ledger'
import { insertNotifications } from '#features/notifications'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { ScheduledJob } from '#platform/scheduler/due-loop'
import {
  type DueTransition,
  inOrder,
  nextDue,
  participantId,
  TRANSITIONS,
  transitionTransfers,
  winnerOf,
} from './battle.rules.ts'
import { transfersOf } from './battle-transfers.ts'
import { findDue, findGifterSums, lockDue, msUntilDue } from './due-store.ts'
import { gifterNotices, stepNotices } from './notices.rules.ts'
import { notifyReminders } from './notify-reminders.ts'
import { publishChanges } from './publish-changes.ts'
import { type BattleRow, findNames, insertSteps, updateBattles } from './store.ts'

/** As many as one transaction takes on. */
const MOST = 100
/** A battle that could not be done is left alone for this long: the others must not wait for it. */
const RETRY_MS = 5_000

interface Done {
  step: DueTransition
  before: BattleRow
  after: BattleRow
}

/**
 * Battles at their moments: challenges expire, battles start and are settled, each exactly once and the oldest moment
 * first, however many servers do this at once and however long none did.
 */
export function battlesDue(ctx: Context, onError: (error: unknown) => void): ScheduledJob {
  const leftAloneUntilMs = new Map<string, number>()
  const leftAlone = () => {
    const nowMs = Date.now()
    for (const [id, untilMs] of leftAloneUntilMs) if (untilMs <= nowMs) leftAloneUntilMs.delete(id)
    return [...leftAloneUntilMs.keys()]
  }

  /** One by one, to find the one that can't be done. */
  async function oneByOne(): Promise<boolean> {
    const ids = await findDue(ctx.db, { now: ctx.clock.sqlNow(), except: leftAlone(), limit: MOST })
    for (const id of ids) {
      try {
        await doDue(ctx, { only: [id], except: [], limit: 1 })
      } catch (error) {
        onError(error)
        leftAloneUntilMs.set(id, Date.now() + RETRY_MS)
      }
    }
    return ids.length > 0
  }

  return {
    async runBatch() {
      try {
        return (await doDue(ctx, { only: null, except: leftAlone(), limit: MOST })) > 0
      } catch {
        return oneByOne()
      }
    },
    msUntilNextRun: () => msUntilDue(ctx.db, { now: ctx.clock.sqlNow(), except: leftAlone() }),
  }
}

/** Does some of what is due in one transaction; answers how much. Battles somebody else is at are passed over. */
async function doDue(
  ctx: Context,
  what: { only: readonly string[] | null; except: readonly string[]; limit: number },
): Promise<number> {
  const { done, others } = await ctx.db.tx(async (tx) => {
    const due = inOrder(await lockDue(tx, { ...what, now: ctx.clock.sqlNow() }))
    return due.length === 0 ? { done: [], others: new Map() } : write(ctx, tx, due)
  })
  for (const { after } of done) publishChanges(ctx, after, others.get(after.id) ?? [])
  return done.length
}

async function write(
  ctx: Context,
  tx: Tx,
  due: readonly BattleRow[],
): Promise<{ done: Done[]; others: Map<string, string[]> }> {
  const at = await databaseTime(tx, ctx.clock)
  const done = due.map(stepOf)
  await updateBattles(
    tx,
    done.map(({ after }) => ({ ...after, dueAt: nextDue(after)?.at ?? null })),
  )
  await insertSteps(
    tx,
    done.map(({ step, after }) => ({ battleId: after.id, step, actorId: null, requestKey: null, at })),
  )
  const started = done.filter(({ step }) => step === 'start')
  if (started.length > 0) {
    await openBattleAccounts(
      tx,
      started.map(({ after }) => after.id),
    )
  }
  await postTransfers(
    tx,
    ctx.clock,
    done.flatMap(({ step, before }) => transfersOf(before, transitionTransfers(step, before))),
  )
  return { done, others: await notify(ctx, tx, done) }
}

function stepOf(before: BattleRow): Done {
  const step = nextDue(before)?.step
  if (!step) throw new Error(`battle ${before.id} is ${before.status} and due all the same`)
  const winner = step === 'settle' ? winnerOf(before) : undefined
  const winnerId = winner ? participantId(before, winner) : null
  return { step, before, after: { ...before, status: TRANSITIONS[step].to, cancellationRequestedBy: null, winnerId } }
}

/** Tells participants, gifters of the end and others of a start they wait for; answers whom beside participants. */
async function notify(ctx: Context, tx: Tx, done: readonly Done[]): Promise<Map<string, string[]>> {
  const names = await findNames(
    tx,
    done.flatMap(({ after }) => [after.challengerId, after.opponentId]),
  )
  const namesOf = ({ challengerId, opponentId }: BattleRow) => ({
    challenger: names.get(challengerId) ?? '',
    opponent: names.get(opponentId) ?? '',
  })
  const settled = done.filter(({ step, after }) => step === 'settle' && after.giftCount > 0)
  const sums =
    settled.length === 0
      ? []
      : await findGifterSums(
          tx,
          settled.map(({ after }) => after.id),
        )
  const byBattle = Map.groupBy(sums, ({ battleId }) => battleId)
  await insertNotifications(
    tx,
    ctx.clock,
    done.flatMap(({ step, after }) => [
      ...stepNotices(step, after, { names: namesOf(after), actorId: null, times: 0 }),
      ...(step === 'settle' ? gifterNotices('settle', after, namesOf(after), byBattle.get(after.id) ?? []) : []),
    ]),
  )
  const waiting = await notifyReminders(
    tx,
    ctx.clock,
    done.map(({ step, after }) => ({ step, after, names: namesOf(after) })),
  )
  const gifters = [...byBattle].map(([id, sums]) => [id, sums.map(({ giverId }) => giverId)] as const)
  return new Map([...gifters, ...waiting])
}
