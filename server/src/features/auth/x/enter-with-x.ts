import { updateFirstName } from '#features/profile'
import { findXAccount, findXUser, insertXAccount, updateXHandle, type XPerson } from '#features/x'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { isFresh } from '#platform/session/session'
import { isRestricted } from '../access-rules.ts'
import { attachIdentity } from '../attach-identity.ts'
import { securityNotices, tellOfSecurity } from '../security-notices.ts'
import { openAccount } from '../sign-in/open-account.ts'
import { lockAccount } from '../store.ts'
import { firstNameFromX, usernameFromHandle } from './person.rules.ts'

/** Returns the user of an X account. The restricted keep name and handle, and so can't evade a suspension. */
export async function userOfX(
  ctx: Context,
  tx: Tx,
  person: XPerson,
  timeZone: string,
): Promise<{ userId: string; isNew: boolean }> {
  const knownId = await findXUser(tx, person.id)
  const firstName = firstNameFromX(person.name)
  if (knownId !== undefined && (await isStillLinked(tx, knownId, person.id))) {
    if (!(await isRestricted(ctx, tx, knownId))) {
      await updateXHandle(tx, person.id, person.handle)
      await updateFirstName(tx, knownId, firstName)
    }
    return { userId: knownId, isNew: false }
  }
  const wantedUsername = usernameFromHandle(person.handle)
  const userId = await openAccount(ctx, tx, { timeZone, wantedUsername, firstName })
  await attachX(ctx, tx, person, userId)
  return { userId, isNew: true }
}

/** Locks the account and checks the link, since its owner may have disconnected X while this waited for the lock. */
async function isStillLinked(tx: Tx, userId: string, xId: string): Promise<boolean> {
  await lockAccount(tx, userId)
  return (await findXAccount(tx, userId))?.xId === xId
}

/**
 * Links X to an account in the caller's transaction and notifies the user. Refused if either is already linked, for
 * restricted users, and in a session that is not fresh: X signs in, so a stolen session could otherwise take over the
 * account.
 */
export async function linkX(
  ctx: Context,
  tx: Tx,
  person: XPerson,
  { userId, signedInAt }: { userId: string; signedInAt: Date | undefined },
): Promise<'linked' | 'refreshed' | 'taken' | 'other' | 'restricted' | 'stale'> {
  const ownerId = await findXUser(tx, person.id)
  if (ownerId !== undefined && ownerId !== userId) return 'taken'
  await lockAccount(tx, userId)
  if (await isRestricted(ctx, tx, userId)) return 'restricted'
  if (ownerId === undefined && (await findXAccount(tx, userId))) return 'other'
  if (ownerId === undefined && !(signedInAt && isFresh(ctx, signedInAt))) return 'stale'
  await updateFirstName(tx, userId, firstNameFromX(person.name))
  if (ownerId === userId) {
    await updateXHandle(tx, person.id, person.handle)
    return 'refreshed'
  }
  await attachX(ctx, tx, person, userId)
  await tellOfSecurity(ctx, tx, userId, securityNotices.xLinked(person.handle))
  return 'linked'
}

async function attachX(ctx: Context, tx: Tx, { id, handle }: XPerson, userId: string): Promise<void> {
  await insertXAccount(tx, { xId: id, userId, handle, now: ctx.clock.sqlNow() })
  await attachIdentity(ctx, tx, userId, { xId: id })
}
