import type { Context } from '#platform/context'
import type { LiveSource } from '#platform/live/source'
import { steezeBalance } from './steeze-balance.ts'

export const steezeLive = (ctx: Context): LiveSource => ({
  kind: 'user',
  access: 'self',
  read: async (userId) => ({ '/api/steeze/balance': await steezeBalance(ctx, userId) }),
})
