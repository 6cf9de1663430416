import { updateIsAdmin } from '../../../server/src/features/profile/index.ts'
import type { TestApp } from '../test-app.ts'
import { creator } from './battles.ts'

export async function admin(test: TestApp) {
  const actor = await creator(test)
  await updateIsAdmin(test.ctx.db, actor.id, true)
  return Object.assign(actor, { username: (await actor.me()).username })
}

/** Returns the newest entries of the log, newest first. */
export const logged = async (actor: Awaited<ReturnType<typeof admin>>, limit = 1) =>
  actor.call('GET /api/admin/actions', { query: { limit: String(limit) } })
