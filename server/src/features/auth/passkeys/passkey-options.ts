import { randomBytes } from 'node:crypto'
import type { CreationOptions, RequestOptions } from '@aura/api/calls/auth/passkeys'
import { ES256, findPasskeys, hasPasskeys, insertChallenge, type PasskeyRow, siteId } from '#features/passkeys'
import { findUsernames, isFreeUsername, suggestUsername } from '#features/profile'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { NoncePurpose } from '../sign-in/prove-wallet.ts'
import { subjectOf } from '../sign-in/subject-of.ts'
import { refuseStale } from './refuse-stale.ts'

/** Bytes of a challenge, and of an account's name for authenticators, which has at most 64. */
const RANDOM_BYTES = 32

const randomText = () => randomBytes(RANDOM_BYTES).toString('base64url')

/**
 * Returns options for one new passkey, usable once within `limits.passkeyChallengeMs` in this browser: to join, or for
 * the account. Nothing else is stored, so a creation that is never finished leaves nothing behind. Throws
 * PASSKEYS_UNAVAILABLE, USERNAME_TAKEN, UNAUTHORIZED, FRESH_SIGN_IN_REQUIRED and PASSKEYS_USED_UP.
 */
export async function creationOptions(
  ctx: Context,
  {
    purpose,
    username: wantedName,
    ...wanted
  }: {
    purpose: 'join' | 'add'
    username?: string | undefined
    userId: string | undefined
    signedInAt: Date | undefined
    browserHash: Uint8Array
  },
): Promise<CreationOptions> {
  refuseUnavailable(ctx)
  const account = purpose === 'add' ? await accountOf(ctx, wanted) : undefined
  const challenge = randomText()
  const userHandle = account?.passkeys[0]?.userHandle ?? randomText()
  const username = account?.username ?? wantedName ?? suggestUsername()
  if (!account && wantedName !== undefined && !(await isFreeUsername(ctx.db, wantedName)))
    throw new AppError('USERNAME_TAKEN')
  await insertChallenge(ctx.db, {
    challenge,
    purpose,
    userId: account?.id ?? null,
    browserHash: wanted.browserHash,
    userHandle,
    username: account ? null : username,
    subject: null,
    now: ctx.clock.sqlNow(),
    lifeMs: ctx.limits.passkeyChallengeMs,
  })
  return {
    challenge,
    rp: { name: 'Aura', id: siteId(ctx) },
    user: { id: userHandle, name: username, displayName: username },
    pubKeyCredParams: [{ type: 'public-key', alg: ES256 }],
    timeout: ctx.limits.passkeyChallengeMs,
    attestation: 'none',
    excludeCredentials: (account?.passkeys ?? []).map(credentialOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

async function accountOf(
  ctx: Context,
  { userId, signedInAt }: { userId: string | undefined; signedInAt: Date | undefined },
): Promise<{ id: string; username: string; passkeys: PasskeyRow[] }> {
  const username = userId === undefined ? undefined : (await findUsernames(ctx.db, [userId])).get(userId)
  if (userId === undefined || username === undefined || signedInAt === undefined) throw new AppError('UNAUTHORIZED')
  await refuseStale(ctx, ctx.db, { userId, signedInAt })
  const passkeys = await findPasskeys(ctx.db, userId)
  if (passkeys.length >= ctx.limits.passkeysPerAccount) throw new AppError('PASSKEYS_USED_UP')
  return { id: userId, username, passkeys }
}

/**
 * Returns a challenge for a passkey, usable once within `limits.passkeyChallengeMs` in this browser. A sign-in takes any
 * passkey of the site; the rest name those of the account. Throws PASSKEYS_UNAVAILABLE, UNAUTHORIZED, and
 * INVALID_REQUEST for a replacement that names no wallet
 * and a disconnection that names no provider.
 */
export async function requestOptions(
  ctx: Context,
  {
    purpose,
    userId,
    browserHash,
    ...named
  }: {
    purpose: Exclude<NoncePurpose, 'link'>
    userId: string | undefined
    browserHash: Uint8Array
    replacedBy: string | undefined
    provider: string | undefined
  },
): Promise<RequestOptions> {
  refuseUnavailable(ctx)
  const isSignIn = purpose === 'sign-in'
  if (!isSignIn && userId === undefined) throw new AppError('UNAUTHORIZED')
  const subject = subjectOf(purpose, named)
  const challenge = randomText()
  await insertChallenge(ctx.db, {
    challenge,
    purpose,
    userId: isSignIn ? null : (userId ?? null),
    browserHash,
    userHandle: null,
    username: null,
    subject,
    now: ctx.clock.sqlNow(),
    lifeMs: ctx.limits.passkeyChallengeMs,
  })
  const passkeys = isSignIn || userId === undefined ? [] : await findPasskeys(ctx.db, userId)
  return {
    challenge,
    rpId: siteId(ctx),
    timeout: ctx.limits.passkeyChallengeMs,
    userVerification: 'required',
    allowCredentials: passkeys.map(credentialOf),
  }
}

const credentialOf = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: [...transports],
})

function refuseUnavailable(ctx: Context): void {
  if (!hasPasskeys(ctx)) throw new AppError('PASSKEYS_UNAVAILABLE')
}
