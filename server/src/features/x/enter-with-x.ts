import { findXAccount, findXUser, insertXAccount, lockAccount, openAccount, updateXHandle } from '#features/auth/public'
import { recallLearning } from '#features/lessons/public'
import { updateFirstName } from '#features/profile/public'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { firstNameFromX, usernameFromHandle, type XPerson } from './person.rules.ts'

/** Whom an X account signs in as, making the account at the first time; in the caller's transaction. */
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
    await updateXHandle(tx, person.id, person.handle)
    await updateFirstName(tx, knownId, firstName)
    return { userId: knownId, isNew: false }
  }
  const wantedUsername = usernameFromHandle(person.handle)
  const userId = await openAccount(ctx, tx, { timeZone, wantedUsername, firstName })
  await giveX(ctx, tx, person, userId)
  return { userId, isNew: true }
}

/** Links an X account to a person, in the caller's transaction. Refused where either belongs with another. */
export async function linkX(
  ctx: Context,
  tx: Tx,
  person: XPerson,
  userId: string,
): Promise<'linked' | 'taken' | 'other'> {
  const ownerId = await findXUser(tx, person.id)
  if (ownerId !== undefined && ownerId !== userId) return 'taken'
  await lockAccount(tx, userId)
  if (ownerId === userId) await updateXHandle(tx, person.id, person.handle)
  else if (await findXAccount(tx, userId)) return 'other'
  else await giveX(ctx, tx, person, userId)
  await updateFirstName(tx, userId, firstNameFromX(person.name))
  return 'linked'
}

/** Binds an X account, with what its owner learned in an account that is gone. */
async function giveX(ctx: Context, tx: Tx, { id, handle }: XPerson, userId: string): Promise<void> {
  await insertXAccount(tx, { xId: id, userId, handle, now: ctx.clock.sqlNow() })
  await recallLearning(ctx, tx, userId, { xId: id })
}
