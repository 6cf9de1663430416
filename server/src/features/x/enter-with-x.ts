import { isRestricted, lockAccount, openAccount, securityNotices, tellOfSecurity } from '#features/auth'
import { recallLearning } from '#features/lessons'
import { updateFirstName } from '#features/profile'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { findXAccount, findXUser, insertXAccount, updateXHandle } from './account-store.ts'
import { firstNameFromX, usernameFromHandle, type XPerson } from './person.rules.ts'

/**
 * Returns whom an X account signs in as, making the account at the first time; in the caller's transaction. Who is kept
 * from taking part keeps the name and handle they have: a new one would be a way around a suspension.
 */
export async function userOfX(
  ctx: Context,
  tx: Tx,
  person: XPerson,
  timeZone: string,
): Promise<{ userId: string; isNew: boolean }> {
  const knownId = await findXUser(tx, person.id)
  const firstName = firstNameFromX(person.name)
  if (knownId !== undefined) {
    await lockAccount(tx, knownId)
    if (!(await isRestricted(ctx, tx, knownId))) {
      await updateXHandle(tx, person.id, person.handle)
      await updateFirstName(tx, knownId, firstName)
    }
    return { userId: knownId, isNew: false }
  }
  const wantedUsername = usernameFromHandle(person.handle)
  const userId = await openAccount(ctx, tx, { timeZone, wantedUsername, firstName })
  await giveX(ctx, tx, person, userId)
  return { userId, isNew: true }
}

/**
 * Links an X account to a person and tells them, in the caller's transaction. Refused where either belongs with another,
 * and to who is kept from taking part.
 */
export async function linkX(
  ctx: Context,
  tx: Tx,
  person: XPerson,
  userId: string,
): Promise<'linked' | 'refreshed' | 'taken' | 'other' | 'restricted'> {
  const ownerId = await findXUser(tx, person.id)
  if (ownerId !== undefined && ownerId !== userId) return 'taken'
  await lockAccount(tx, userId)
  if (await isRestricted(ctx, tx, userId)) return 'restricted'
  if (ownerId === undefined && (await findXAccount(tx, userId))) return 'other'
  await updateFirstName(tx, userId, firstNameFromX(person.name))
  if (ownerId === userId) {
    await updateXHandle(tx, person.id, person.handle)
    return 'refreshed'
  }
  await giveX(ctx, tx, person, userId)
  await tellOfSecurity(ctx, tx, userId, securityNotices.xLinked(person.handle))
  return 'linked'
}

/** Binds an X account, with what its owner learned in an account that is gone. */
async function giveX(ctx: Context, tx: Tx, { id, handle }: XPerson, userId: string): Promise<void> {
  await insertXAccount(tx, { xId: id, userId, handle, now: ctx.clock.sqlNow() })
  await recallLearning(ctx, tx, userId, { xId: id })
}
