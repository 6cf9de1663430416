import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { LEADERBOARD_TOPICS } from './live.ts'

/** Publishes the first change at once and later ones together every `publicCacheMs`, so none is lost. */
export function publishRankChanges(app: FastifyInstance, ctx: Context): void {
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
  app.addHook('onClose', async () => {
    stop()
    clearTimeout(pause)
  })
}
