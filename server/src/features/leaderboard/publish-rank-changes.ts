import { LeaderboardType } from '@aura/api/calls/leaderboard'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { boardAt } from './board.rules.ts'
import { LEADERBOARD_TOPICS } from './live.ts'

const DAY_MS = 86_400_000
/** Milliseconds after midnight, since the database's clock, which decides the open boards, may be behind. */
const MIDNIGHT_DELAY_MS = 1_000

/** Publishes the first change at once, later ones every `publicCacheMs`, and the boards of a period that begins. */
export function publishRankChanges(app: FastifyInstance, ctx: Pick<Context, 'clock' | 'limits' | 'live'>): void {
  let pause: NodeJS.Timeout | undefined
  let hasMoved = false
  const tell = () => {
    hasMoved = false
    for (const topic of LEADERBOARD_TOPICS) ctx.live.changed(topic)
    pause = setTimeout(() => {
      pause = undefined
      if (hasMoved) tell()
    }, ctx.limits.publicCacheMs)
  }
  const stop = ctx.live.onChange((topic) => {
    if (!topic.startsWith('user:')) return
    hasMoved = true
    if (!pause) tell()
  })
  const stopPeriods = publishPeriods(ctx)
  app.addHook('onClose', async () => {
    stop()
    stopPeriods()
    clearTimeout(pause)
  })
}

/** Publishes the beginning of periods. Returns a function that stops it. */
function publishPeriods({ clock, live }: Pick<Context, 'clock' | 'live'>): () => void {
  const openBoards = () => LeaderboardType.options.map((type) => boardAt(type, clock.now()))
  let known = openBoards()
  let timer: NodeJS.Timeout
  const wait = () => {
    const msUntilMidnight = DAY_MS - (clock.now().getTime() % DAY_MS)
    timer = setTimeout(() => {
      const open = openBoards()
      for (const [index, topic] of LEADERBOARD_TOPICS.entries()) if (open[index] !== known[index]) live.changed(topic)
      known = open
      wait()
    }, msUntilMidnight + MIDNIGHT_DELAY_MS).unref()
  }
  wait()
  return () => clearTimeout(timer)
}
