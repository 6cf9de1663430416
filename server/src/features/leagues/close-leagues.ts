import { leagueName } from '@aura/api/rules/leagues'
import { insertNotifications } from '#features/notifications'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { type ScheduledJob, UNHURRIED_MS } from '#platform/scheduler/scheduler'
import { closeLeagues, lockOpenLevel, lockUntoldLevel, takeUntold } from './close-store.ts'
import { weekOf } from './league.rules.ts'

/** Milliseconds after a week's end: longer than any transaction that began in it takes to commit learning. */
const GRACE_MS = 60_000
/** Leagues closed, and told, in one transaction. */
const CLOSED_AT_ONCE = 200
const TOLD_AT_ONCE = 20

/**
 * Gives all people in the leagues of past weeks a place, and moves them up or down. A level's leagues are closed in
 * order, and its progress changes in the same transaction, so a crash neither skips nor repeats one. Several servers
 * close several levels.
 */
export const closingsDue = (ctx: Context): ScheduledJob => ({
  runBatch: () =>
    ctx.db.tx(async (tx) => {
      const at = await databaseTime(tx, ctx.clock)
      const level = await lockOpenLevel(tx, weekOf(new Date(at.getTime() - GRACE_MS)))
      if (level) await closeLeagues(tx, level, CLOSED_AT_ONCE)
      return level !== undefined
    }),
  msUntilNextRun: async () => null,
  maxSleepMs: UNHURRIED_MS,
})

/** Tells each member the result of their week, once. */
export const resultsDue = (ctx: Context): ScheduledJob => ({
  async runBatch() {
    const told = await ctx.db.tx(async (tx) => {
      const untold = await lockUntoldLevel(tx)
      if (!untold) return undefined
      const places = await takeUntold(tx, untold, TOLD_AT_ONCE)
      const { week, level } = untold
      await insertNotifications(
        tx,
        ctx.clock,
        places.map(({ userId, place, people, moved }) => ({
          userId,
          type: 'league_result' as const,
          title: `Place ${place} of ${people} in the ${leagueName(level)} league`,
          message: resultText(level, moved),
          relatedId: null,
          key: `league/${week}`,
        })),
      )
      return places
    })
    for (const { userId } of told ?? []) ctx.live.changed(`user:${userId}`)
    return told !== undefined
  },
  msUntilNextRun: async () => null,
  maxSleepMs: UNHURRIED_MS,
})

function resultText(level: number, moved: number): string {
  const name = leagueName(level + moved)
  if (moved === 0) return `You stay in ${name}. A new week has begun.`
  return moved > 0 ? `You move up to ${name}. A new week has begun.` : `You move down to ${name}. A new week has begun.`
}
