import { postWithDebts } from '#features/ledger'
import { updateFirstName } from '#features/profile'
import {
  findLinkedAccount,
  findProviderUser,
  insertLinkedAccount,
  isChannelProvider,
  type ProviderPerson,
  updateHandle,
} from '#features/providers'
import { isAnyRestricted } from '#features/wallets'
import { X } from '#features/x'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { isFresh } from '#platform/session/session'
import { attachIdentity } from '../attach-identity.ts'
import { securityNotices, tellOfSecurity } from '../security-notices.ts'
import { openAccount } from '../sign-in/open-account.ts'
import { lockAccount } from '../store.ts'
import { firstNameOf, usernameFromHandle } from './person.rules.ts'
import { providerName } from './provider-name.ts'

/** A person at a provider, by the key of its accounts. */
export interface Entrant {
  provider: string
  person: ProviderPerson
}

const subjectOf = ({ provider, person: { subject } }: Entrant) => ({ provider, subject })

/** Returns the user of a provider's account. The restricted keep name and handle, and so can't evade a suspension. */
export async function userOf(
  ctx: Context,
  tx: Tx,
  entrant: Entrant,
  timeZone: string,
): Promise<{ userId: string; isNew: boolean }> {
  const { provider, person } = entrant
  const knownId = await findProviderUser(tx, subjectOf(entrant))
  if (knownId !== undefined && (await isStillLinked(tx, knownId, entrant))) {
    if (!(await isAnyRestricted(ctx, tx, [knownId]))) await refresh(tx, knownId, entrant)
    return { userId: knownId, isNew: false }
  }
  // Only those who are public there anyway bring their name: nobody's name at Google appears on a profile.
  const shown = isChannelProvider(provider)
    ? { wantedUsername: usernameFromHandle(person.handle), firstName: firstNameOf(person.name) }
    : {}
  const userId = await openAccount(ctx, tx, { timeZone, ...shown })
  await attach(ctx, tx, entrant, userId)
  return { userId, isNew: true }
}

/** Locks the account and checks the link, since its owner may have disconnected it while this waited for the lock. */
async function isStillLinked(tx: Tx, userId: string, { provider, person }: Entrant): Promise<boolean> {
  await lockAccount(tx, userId)
  return (await findLinkedAccount(tx, userId, provider))?.subject === person.subject
}

async function refresh(tx: Tx, userId: string, entrant: Entrant): Promise<void> {
  await updateHandle(tx, { ...subjectOf(entrant), handle: entrant.person.handle })
  await adoptName(tx, userId, entrant)
}

/** Names come from X, whichever other accounts are linked. */
async function adoptName(tx: Tx, userId: string, { provider, person }: Entrant): Promise<void> {
  if (provider === X) await updateFirstName(tx, userId, firstNameOf(person.name))
}

/**
 * Links an account to the user in the caller's transaction and notifies them. Refused if it belongs to another user,
 * who is never merged with this one, if the user has another of the same provider, for restricted users, and in a
 * session that is not fresh: it signs in, so a stolen session could otherwise take over the account.
 */
export async function link(
  ctx: Context,
  tx: Tx,
  entrant: Entrant,
  { userId, signedInAt }: { userId: string; signedInAt: Date | undefined },
): Promise<'linked' | 'refreshed' | 'taken' | 'other' | 'restricted' | 'stale'> {
  const { provider, person } = entrant
  const ownerId = await findProviderUser(tx, subjectOf(entrant))
  if (ownerId !== undefined && ownerId !== userId) return 'taken'
  await lockAccount(tx, userId)
  if (await isAnyRestricted(ctx, tx, [userId])) return 'restricted'
  if (ownerId === userId) {
    await refresh(tx, userId, entrant)
    return 'refreshed'
  }
  if (await findLinkedAccount(tx, userId, provider)) return 'other'
  if (!(signedInAt && isFresh(ctx, signedInAt))) return 'stale'
  await adoptName(tx, userId, entrant)
  await attach(ctx, tx, entrant, userId)
  const name = providerName(ctx.settings, provider)
  await tellOfSecurity(ctx, tx, userId, securityNotices.accountLinked(name, { provider, handle: person.handle }))
  return 'linked'
}

async function attach(ctx: Context, tx: Tx, entrant: Entrant, userId: string): Promise<void> {
  const subject = subjectOf(entrant)
  await insertLinkedAccount(tx, { ...subject, userId, handle: entrant.person.handle, now: ctx.clock.sqlNow() })
  const returnsTo = await attachIdentity(ctx, tx, userId, subject)
  await postWithDebts(tx, ctx.clock, { userId, returnsTo, transfers: [] })
}
