import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { rotateSession } from '#platform/session/session'
import { isAdminRole } from './access-rules.ts'
import { findRole } from './store.ts'

export const openSession = async (
  ctx: Context,
  tx: Tx,
  session: { userId: string; userAgent: string; previousToken: string | undefined },
) => rotateSession(ctx, tx, { ...session, maxMs: await sessionMaxMs(ctx, tx, session.userId) })

/** Returns the session's limit in milliseconds after sign-in, which is shorter for admins. */
export async function sessionMaxMs({ limits, settings }: Context, db: Queryable, userId: string): Promise<number> {
  const role = await findRole(db, userId)
  return role && isAdminRole(role, settings.adminWallets) ? limits.adminSessionMs : limits.sessionMaxMs
}
