import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { LEADERBOARD_TOPICS } from './live.ts'

/**
 * Says that the ranks may have moved when anything of a person has: whoever changes points says that. The first is said
 * at once; however much moves after it, it is said once in `publicCacheMs`, at its end, so that nothing is left unsaid.
 */
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
