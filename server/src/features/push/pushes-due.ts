import { notificationPath } from '#features/notifications'
import type { Context } from '#platform/context'
import { type Feature, type JobTools, merged } from '#platform/feature'
import { type ScheduledJob, SOON_MS } from '#platform/scheduler/scheduler'
import { within } from '#platform/within'
import { PUSHES_AT_ONCE as AT_ONCE, lapsesAt, type PushKind, retryMs } from './push.rules.ts'
import {
  type DuePush,
  deleteGoneSubscription,
  deletePush,
  deleteSpentSubscription,
  msUntilPush,
  postponePush,
  takePushes,
} from './store.ts'

/** Messages claimed per statement. A service can exceed its share by one less. */
const TAKEN = 8
const SEND_MS = 15_000
/** Milliseconds after which other servers take over a dead server's messages. Longer than the send timeout. */
const LEASE_MS = 60_000
/** Interval of polls while messages are in flight. */
const LOOK_MS = 250

/** Sends messages outside any transaction. Neither a user nor a service can take all the slots. */
export function pushesDue(ctx: Context, { onError, features }: Pick<JobTools, 'onError' | 'features'>): ScheduledJob {
  const pathOf = notificationPath(features)
  const ends = merged<NonNullable<Feature['expiringPushes']>>(features.map((each) => each.expiringPushes))
  const kinds = merged<NonNullable<Feature['pushes']>>(features.map((each) => each.pushes))
  const underWay = new Map<DuePush, Promise<void>>()

  function start(due: DuePush): void {
    const endsAt = ends[due.type as keyof typeof ends]?.(due.createdAt, due.timeZone) ?? null
    const sending = send(ctx, due, { path: pathOf(due.type, due.relatedId), endsAt, kind: kinds[due.type] ?? {} })
      .catch(onError)
      .finally(() => underWay.delete(due))
    underWay.set(due, sending)
  }

  return {
    async runBatch() {
      if (!ctx.push) return false
      const hadOthers = underWay.size > 0
      const limit = Math.min(TAKEN, AT_ONCE.all - underWay.size)
      const full = {
        people: atLeast(
          AT_ONCE.person,
          [...underWay.keys()].map(({ userId }) => userId),
        ),
        hosts: atLeast(
          AT_ONCE.host,
          [...underWay.keys()].map(({ endpoint }) => new URL(endpoint).host),
        ),
      }
      const taken =
        limit > 0 ? await takePushes(ctx.db, { now: ctx.clock.sqlNow(), limit, leaseMs: LEASE_MS, full }) : []
      for (const due of taken) start(due)
      if (taken.length === 0 && underWay.size > 0) await within(LOOK_MS, Promise.race(underWay.values()))
      return taken.length > 0 || hadOthers
    },
    msUntilNextRun: async () => (ctx.push ? msUntilPush(ctx.db, ctx.clock.sqlNow()) : null),
    maxSleepMs: SOON_MS,
    onlyWhenDue: true,
    async finish() {
      await Promise.all(underWay.values())
    },
  }
}

async function send(
  ctx: Context,
  due: DuePush,
  { path, endsAt, kind }: { path: string; endsAt: Date | null; kind: PushKind },
): Promise<void> {
  const { notificationId, subscriptionId, title, message } = due
  const lapses = endsAt ?? lapsesAt(due.createdAt, kind)
  const lifeS = Math.floor((lapses.getTime() - ctx.clock.now().getTime()) / 1_000)
  // It has only the notification's text and destination, and the type that one tap turns off.
  const payload = JSON.stringify({
    id: notificationId,
    title,
    message,
    path,
    ...(endsAt !== null && { kind: due.type }),
  })
  const outcome =
    ctx.push && lifeS > 0
      ? await within(SEND_MS, ctx.push.send(due, payload, { urgency: kind.urgency ?? 'normal', lifeS }))
      : 'sent'
  if (outcome === 'gone') return deleteGoneSubscription(ctx.db, due)
  const ms = outcome === 'sent' ? null : retryMs(due.attempts, outcome?.retryAfterMs ?? null)
  if (ms === null) {
    await deletePush(ctx.db, due)
    return deleteSpentSubscription(ctx.db, subscriptionId)
  }
  return postponePush(ctx.db, due, { now: ctx.clock.sqlNow(), ms })
}

const atLeast = (times: number, list: readonly string[]): string[] =>
  [...Map.groupBy(list, (each) => each)].filter(([, all]) => all.length >= times).map(([each]) => each)
