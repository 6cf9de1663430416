import { insertNotifications, type NewNotification } from '#features/notifications'
import { readStreak, restCoversToday } from '#features/streak'
import { findSuspended } from '#features/suspension'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { Feature, JobTools } from '#platform/feature'
import { type ScheduledJob, UNHURRIED_MS } from '#platform/scheduler/scheduler'
import type { HourlyNews } from './hourly-news.ts'
import { countSent } from './reminder-metrics.ts'
import { dueAt, firstRound, hourOfRound, isDueFor, type Learner, mayGoOut, nextRound, type Round } from './rounds.ts'
import {
  type Candidate,
  type DueRound,
  findCandidates,
  findDeleted,
  holdLearners,
  lockRound,
  msUntilRound,
  postponeRound,
  updateDoneUpTo,
  updateRound,
} from './store.ts'

/** People considered in one transaction, which takes a fraction of a second. */
const BATCH_SIZE = 500
const RETRY_MS = 5_000

/**
 * Runs the rounds of each time zone when they are due, in batches. A plan per person would cost a write a day for each;
 * a zone has sixteen rounds a day for any number of people. No one gets two of a type on one day, because the
 * notification's key contains the day.
 */
export function remindersDue(
  ctx: Context,
  { onError, features }: Pick<JobTools, 'onError' | 'features'>,
): ScheduledJob {
  return {
    async runBatch() {
      let timeZone: string | undefined
      try {
        const reminded = await ctx.db.tx(async (tx) => {
          const due = await lockRound(tx, ctx.clock.sqlNow())
          timeZone = due?.timeZone
          return due && runRound(ctx, tx, due, features)
        })
        countSent(reminded?.sent ?? [])
        for (const userId of reminded?.userIds ?? []) ctx.live.changed(`user:${userId}`)
        return reminded !== undefined
      } catch (error) {
        if (timeZone === undefined) throw error
        onError(error)
        await postponeRound(ctx.db, timeZone, ctx.clock.sqlNow(), RETRY_MS)
        return true
      }
    },
    msUntilNextRun: () => msUntilRound(ctx.db, ctx.clock.sqlNow()),
    maxSleepMs: UNHURRIED_MS,
  }
}

interface Told {
  userIds: string[]
  sent: { type: string }[]
}

const NOBODY: Told = { userIds: [], sent: [] }

async function runRound(
  ctx: Context,
  tx: Tx,
  { timeZone, day, step, doneUpTo }: DueRound,
  features: readonly Feature[],
): Promise<Told> {
  const at = await databaseTime(tx, ctx.clock)
  if (day === null) {
    const first = firstRound(timeZone, at)
    await updateRound(tx, first, dueAt(first))
    return NOBODY
  }
  const round = { timeZone, day, step }
  const sources = newsOf(round, features)
  const withOthers = sources.some(({ hourOfOthers }) => hourOfOthers === hourOfRound(round))
  const candidates = mayGoOut(round, at)
    ? await findCandidates(tx, round, { after: doneUpTo, limit: BATCH_SIZE, withOthers })
    : []
  const told = await tell(ctx, tx, { round, at, candidates, sources, features })
  const last = candidates.at(-1)
  if (last === undefined || candidates.length < BATCH_SIZE) {
    const next = nextRound(round, at)
    await updateRound(tx, next, dueAt(next))
  } else await updateDoneUpTo(tx, timeZone, last.userId)
  return told
}

/** Returns a round's news, of which the last call has none: it is for streaks only. */
const newsOf = (round: Round, features: readonly Feature[]): HourlyNews[] =>
  hourOfRound(round) === null
    ? []
    : features.flatMap(({ hourlyNews }) => (hourlyNews?.isOn(round.day) ? [hourlyNews] : []))

interface Batch {
  round: Round
  at: Date
  candidates: readonly Candidate[]
  sources: readonly HourlyNews[]
  features: readonly Feature[]
}

async function tell(ctx: Context, tx: Tx, { round, at, candidates, sources, features }: Batch): Promise<Told> {
  const userIds = candidates.map(({ userId }) => userId)
  const news: NewNotification[] = []
  for (const source of sources) if (userIds.length > 0) news.push(...(await source.news(tx, { features, userIds, at })))
  const withHour = new Set(candidates.flatMap(({ userId, hasHour }) => (hasHour ? [userId] : [])))
  const likely = candidates.filter((each) => each.hasHour && isDueFor(round, each, at)).map(({ userId }) => userId)
  const wanted = [...new Set([...likely, ...news.map(({ userId }) => userId)])]
  if (wanted.length === 0) return NOBODY
  const held = await holdLearners(tx, wanted)
  // Read after the lock, since an account may have been suspended or deleted while this waited.
  const suspended = await findSuspended(tx, wanted)
  const deleted = await findDeleted(tx, wanted)
  const here = held.filter(({ userId }) => !suspended.has(userId) && !deleted.has(userId))
  const due = here.filter((each) => withHour.has(each.userId) && isDueFor(round, each, at))
  const hereIds = new Set(here.map(({ userId }) => userId))
  const told = news.filter(({ userId }) => hereIds.has(userId))
  const sent = await insertNotifications(tx, ctx.clock, [
    ...due.map((each) => ({ ...textOf(round, each, at), userId: each.userId, relatedId: null })),
    ...told,
  ])
  return { userIds: [...new Set([...due, ...told].map(({ userId }) => userId))], sent }
}

function textOf(round: Round, learner: Learner, at: Date): Pick<NewNotification, 'type' | 'title' | 'message' | 'key'> {
  const streak = readStreak(learner, at)
  if (hourOfRound(round) === null) {
    const isCovered = restCoversToday(learner, round.day)
    return {
      type: 'streak_reminder',
      title: isCovered ? 'A rest day covers today' : `Your ${streak}-day streak needs today`,
      message: isCovered
        ? `Your day ends at midnight. One lesson or one review saves the rest day and adds to your ${streak}-day streak.`
        : 'Your day ends at midnight. One lesson or one review counts.',
      key: `reminder/${round.day}/streak`,
    }
  }
  return {
    type: 'day_reminder',
    title: streak > 0 ? `Light line ${streak + 1} of your streak` : 'Light a line today',
    message: 'Your day is still open. One lesson or one review counts.',
    key: `reminder/${round.day}/day`,
  }
}
