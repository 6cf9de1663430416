import type { Context } from '#platform/context'
import { liveAnswer } from '#platform/live/live-answer'
import type { LiveSource } from '#platform/live/source'
import { currentUserReader } from './current-user.ts'

export function authLive(ctx: Context): LiveSource {
  const currentUser = currentUserReader(ctx)
  return {
    kind: 'user',
    access: 'self',
    read: async (userId) => [liveAnswer('GET /api/auth/user', {}, await currentUser(userId))],
  }
}
