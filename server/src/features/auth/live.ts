import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { liveAnswer } from '#platform/live/live-answer'
import type { LiveSource } from '#platform/live/source'
import { currentUserReader } from './current-user.ts'

export function authLive(ctx: Context, features: readonly Feature[]): LiveSource {
  const currentUser = currentUserReader(ctx, features)
  return {
    kind: 'user',
    access: 'self',
    read: async (userId) => [liveAnswer('GET /api/auth/user', {}, await currentUser(userId))],
  }
}
