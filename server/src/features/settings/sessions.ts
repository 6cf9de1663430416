import type { Session } from '@aura/api/calls/settings'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { endOtherSessions, endSessionOf, sessionsOf } from '#platform/session/session'
import { deviceOf } from '#platform/session/user-agent.rules'

/** Returns the current session first, then the others by last use. */
export async function listSessions(ctx: Context, userId: string, token: string | undefined): Promise<Session[]> {
  const sessions = await sessionsOf(ctx, userId, token)
  return sessions.map(({ id, isCurrent, userAgent, createdAt, lastUsedAt, endsAt }) => ({
    id,
    isCurrent,
    ...deviceOf(userAgent),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }))
}

/** Ends a session. Throws SESSION_NOT_FOUND. */
export async function endOne(ctx: Context, userId: string, id: string): Promise<void> {
  if (!(await endSessionOf(ctx, userId, id))) throw new AppError('SESSION_NOT_FOUND')
}

export const endOthers = (ctx: Context, userId: string, token: string | undefined): Promise<number> =>
  endOtherSessions(ctx, userId, token)
