import type { Context } from '#platform/context'
import { liveAnswer } from '#platform/live/live-answer'
import type { LiveSource } from '#platform/live/source'
import { steezeBalance } from './steeze-balance.ts'

export const steezeLive = (ctx: Context): LiveSource => ({
  kind: 'user',
  access: 'self',
  read: async (userId) => [liveAnswer('GET /api/steeze/balance', {}, await steezeBalance(ctx, userId))],
})
