import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { LEADERBOARD_TOPIC } from './live.ts'

/**
 * Says that the ranks may have moved when anything of a person has: whoever changes points says that. However much
 * moves, it is said once in `publicCacheMs`, at its end, so that nothing is left unsaid.
 */
export function tellMoves(app: FastifyInstance, ctx: Context): void {
  let timer: NodeJS.Timeout | undefined
  const stop = ctx.live.onChange((topic) => {
    if (!topic.startsWith('user:')) return
    timer ??= setTimeout(() => {
      timer = undefined
      ctx.live.changed(LEADERBOARD_TOPIC)
    }, ctx.limits.publicCacheMs)
  })
  app.addHook('onClose', async () => {
    stop()
    clearTimeout(timer)
  })
}
