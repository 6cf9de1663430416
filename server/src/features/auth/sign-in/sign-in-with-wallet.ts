import { admitWallet } from '#features/invites'
import { timeZoneOrUtc } from '#features/streak'
import { findWalletUser, lockWallets } from '#features/wallets'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { SessionPass } from '#platform/session/session'
import { openSession } from '../open-session.ts'
import { joinWithWallet } from './join-with-wallet.ts'
import { proveWallet } from './prove-wallet.ts'

export interface SignIn {
  walletAddress: string
  message: string | undefined
  signature: string | undefined
  /** Time zone that decides a new account's day; UTC if unknown. */
  timeZone: string | undefined
  /** Invite that admits a new account. */
  inviteId: string | undefined
  browserHash: Uint8Array
  userAgent: string
  previousToken: string | undefined
}

/**
 * Signs in, and creates the account the first time. Returns the session, its user, and whether the bonus was paid. The
 * attempt consumes the nonce; nothing else changes unless everything is valid.
 */
export async function signInWithWallet(
  ctx: Context,
  signIn: SignIn,
): Promise<SessionPass & { userId: string; bonusAwarded: boolean }> {
  const { userAgent, previousToken } = signIn
  const timeZone = timeZoneOrUtc(signIn.timeZone)
  const address = signIn.walletAddress.toLowerCase()
  await proveWallet(ctx, { ...signIn, address, purpose: 'sign-in', userId: null })
  const { endedUserId, ...signedIn } = await ctx.db.tx(async (tx) => {
    await lockWallets(tx, [address])
    const knownId = await findWalletUser(tx, address)
    // Existing accounts can always sign in; if restricted, only to redeem and export.
    const { userId, bonusAwarded } = knownId
      ? { userId: knownId, bonusAwarded: false }
      : await join(ctx, tx, { address, timeZone, inviteId: signIn.inviteId })
    return { ...(await openSession(ctx, tx, { userId, userAgent, previousToken })), userId, bonusAwarded }
  })
  if (endedUserId !== undefined) ctx.live.changed(`sessions:${endedUserId}`)
  return signedIn
}

async function join(
  ctx: Context,
  tx: Tx,
  { inviteId, ...person }: { address: string; timeZone: string; inviteId: string | undefined },
): Promise<{ userId: string; bonusAwarded: boolean }> {
  const admitted = await admitWallet(ctx, tx, { address: person.address, inviteId })
  const joined = await joinWithWallet(ctx, tx, person)
  await admitted(joined.userId)
  return joined
}
