import { randomUUID } from 'node:crypto'
import { AUTH_RULES } from '@aura/api/rules/auth'
import { getAddress } from 'viem'
import { insertNotifications } from '#features/notifications'
import { isChannelProvider } from '#features/providers'
import { keepSecurityPushes } from '#features/push'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { deleteSessionsExcept } from '#platform/session/store'

const short = (address: string) => {
  const checksummed = getAddress(address)
  return `${checksummed.slice(0, 6)}...${checksummed.slice(-4)}`
}

const NOT_YOU = 'If that wasn’t you, end your other sessions in Settings.'

type NamedAccount = { provider: string; handle: string }
const handleText = (name: string, { provider, handle }: NamedAccount) =>
  handle === '' ? `Your ${name} account` : `${isChannelProvider(provider) ? '@' : ''}${handle}`

export const securityNotices = {
  walletLinked: (address: string) => ({
    title: 'A wallet was linked to your account',
    message: `From now on you sign in and get paid with ${short(address)}. ${NOT_YOU}`,
  }),
  replacementRequested: (address: string) => ({
    title: 'A new wallet will replace yours',
    message: `${short(address)} takes effect in ${AUTH_RULES.walletNoticeDays} days. If that wasn’t you, press Keep my wallet in Settings.`,
  }),
  replacementCancelled: (address: string) => ({
    title: 'Your wallet stays',
    message: `The request to replace it with ${short(address)} was cancelled.`,
  }),
  replacementTaken: (address: string) => ({
    title: 'Your wallet stays',
    message: `${short(address)} belongs to another account now, so it didn’t replace yours.`,
  }),
  replacementUnlisted: (address: string) => ({
    title: 'Your wallet stays',
    message: `${short(address)} lost its access to the beta, so it didn’t replace yours.`,
  }),
  walletReplaced: (address: string) => ({
    title: 'Your wallet was replaced',
    message: `From now on you sign in and get paid with ${short(address)}. Your other sessions have ended.`,
  }),
  accountLinked: (name: string, account: NamedAccount) => ({
    title: `${/^(?:[aeiou]|X$)/i.test(name) ? 'An' : 'A'} ${name} account was connected`,
    message: `${handleText(name, account)} can now sign in to your account. If that wasn’t you, disconnect ${name} in Settings. That ends your other sessions, too.`,
  }),
  passkeyAdded: (name: string) => ({
    title: 'A passkey was added',
    message: `“${name}” can now sign in to your account. If that wasn’t you, remove it in Settings. That ends your other sessions, too.`,
  }),
  passkeyRemoved: (name: string) => ({
    title: 'A passkey was removed',
    message: `“${name}” no longer signs in to your account. Your other sessions have ended.`,
  }),
  passkeyCopied: (name: string) => ({
    title: 'A passkey was refused',
    message: `Somebody signed with a copy of “${name}”. Remove it in Settings, and end your other sessions.`,
  }),
  accountDisconnected: (name: string, account: NamedAccount) => ({
    title: `Your ${name} account was disconnected`,
    message: `${handleText(name, account)} no longer signs in to your account. Your other sessions have ended.`,
  }),
}

/**
 * Notifies the user in the app and by push to every subscribed browser, regardless of their preferences, in the
 * caller's transaction; a notice with a key once. After the commit the caller publishes `ctx.live.changed(`user:${userId}`)`.
 */
export async function tellOfSecurity(
  ctx: Context,
  tx: Tx,
  userId: string,
  { key, ...notice }: { title: string; message: string; key?: string },
): Promise<void> {
  await insertNotifications(tx, ctx.clock, [
    { userId, type: 'security', relatedId: null, key: key ?? `security/${randomUUID()}`, ...notice },
  ])
}

/**
 * Ends all sessions but the one with this hash. Security notifications already queued for the ended ones are still
 * delivered. Returns the number ended; after the commit the caller publishes `ctx.live.changed(`sessions:${userId}`)`.
 */
export async function endSessionsExcept(tx: Tx, userId: string, kept: Uint8Array | null): Promise<number> {
  await keepSecurityPushes(tx, userId, kept)
  return deleteSessionsExcept(tx, userId, kept ?? new Uint8Array())
}
