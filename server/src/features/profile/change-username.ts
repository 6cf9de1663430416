import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { brokenConstraint } from '#platform/db/db'
import { isReservedUsername } from './rules.ts'
import { findUsername, updateUsername } from './store.ts'

export async function changeUsername(ctx: Context, userId: string, username: string): Promise<void> {
  if (isReservedUsername(username)) throw new AppError('USERNAME_TAKEN')
  try {
    await updateUsername(ctx.db, userId, username)
  } catch (error) {
    if (brokenConstraint(error) === 'users_username') throw new AppError('USERNAME_TAKEN')
    throw error
  }
  ctx.live.changed(`user:${userId}`)
}

export async function isUsernameAvailable(ctx: Context, username: string, userId?: string): Promise<boolean> {
  if (isReservedUsername(username)) return false
  const holder = await findUsername(ctx.db, username)
  return holder === undefined || holder.id === userId
}
