import { createPublicKey } from 'node:crypto'
import type { NewPasskey, PasskeySignature } from '@aura/api/proof'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { type Challenge, findByCredential, type PasskeyRow, takeChallenge } from './store.ts'

/** COSE's number of ES256, the only algorithm that the account contract verifies. */
export const ES256 = -7

/** It takes 150 ms to load, and most servers verify no passkey while they start. */
const webAuthn = () => import('@simplewebauthn/server')
const webAuthnHelpers = () => import('@simplewebauthn/server/helpers')

/** Returns the id of the site for authenticators: its name, without port. */
export const siteId = ({ settings }: Pick<Context, 'settings'>): string => new URL(settings.origin).hostname

/** Browsers make no passkeys for an address that is no name. */
export const hasPasskeys = (ctx: Pick<Context, 'settings'>): boolean => !/^\[|^\d+\.\d+\.\d+\.\d+$/.test(siteId(ctx))

interface Expected {
  purpose: string
  userId: string | null
  browserHash: Uint8Array
}

export type VerifiedPasskey = Pick<
  PasskeyRow,
  'credentialId' | 'publicKey' | 'userHandle' | 'signCount' | 'transports' | 'canBackUp' | 'isBackedUp'
> & {
  /** The name that a new account will have; null if it was made for an account. */
  username: string | null
}

/**
 * Verifies a new passkey, which consumes its challenge, successful or not. Throws NONCE_INVALID, PASSKEY_UNVERIFIED if
 * the device didn't check the person, and PASSKEY_INVALID. The key itself has signed nothing yet.
 */
export async function verifyNewPasskey(
  ctx: Context,
  db: Queryable,
  { passkey, ...expected }: Expected & { passkey: NewPasskey },
): Promise<VerifiedPasskey> {
  const { challenge, userHandle, username } = await taken(ctx, db, passkey.response.clientDataJSON, expected)
  const { verifyRegistrationResponse } = await webAuthn()
  const helpers = await webAuthnHelpers()
  const { transports = [] } = passkey.response
  return orInvalid(async () => {
    const attested = helpers.decodeAttestationObject(bytesOf(passkey.response.attestationObject))
    // Nobody asked for a certificate, and verifying one would ask addresses that it names.
    const isUncertified = attested.get('fmt') === 'none' || attested.get('fmt') === 'packed'
    if (!isUncertified || attested.get('attStmt').get('x5c') !== undefined) throw new Error('a certificate came along')
    refuseUnverified(helpers.parseAuthenticatorData(attested.get('authData')).flags)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...passkey,
        response: { ...passkey.response, transports: [...transports] },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: ctx.settings.origin,
      expectedRPID: siteId(ctx),
      requireUserVerification: true,
      supportedAlgorithmIDs: [ES256],
    })
    if (!verified || userHandle === null) throw new Error('it could not be verified')
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
    if (credential.id !== passkey.id) throw new Error('it has another id')
    return {
      credentialId: credential.id,
      publicKey: pointOf(helpers.decodeCredentialPublicKey(credential.publicKey)),
      userHandle,
      username,
      signCount: credential.counter,
      transports: [...transports],
      canBackUp: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
    }
  })
}

/** A passkey that has just signed, with what its authenticator says now. */
export interface SignedByPasskey {
  passkey: PasskeyRow
  signCount: number
  isBackedUp: boolean
}

/**
 * Verifies a passkey's signature, which consumes its challenge, successful or not. Whether the count went back is for
 * `noteUse` to decide. Throws NONCE_INVALID, PASSKEY_UNKNOWN, PASSKEY_UNVERIFIED and PASSKEY_INVALID.
 */
export async function verifyPasskeySignature(
  ctx: Context,
  db: Queryable,
  { signed, subject = null, ...expected }: Expected & { signed: PasskeySignature; subject?: string | null | undefined },
): Promise<SignedByPasskey> {
  const made = await taken(ctx, db, signed.response.clientDataJSON, expected)
  if (made.subject !== subject) throw new AppError('NONCE_INVALID')
  const passkey = await findByCredential(db, signed.id)
  if (!passkey || (expected.userId !== null && passkey.userId !== expected.userId)) {
    throw new AppError('PASSKEY_UNKNOWN')
  }
  const { verifyAuthenticationResponse } = await webAuthn()
  const { parseAuthenticatorData } = await webAuthnHelpers()
  return orInvalid(async () => {
    const { authenticatorData, userHandle } = signed.response
    refuseUnverified(parseAuthenticatorData(bytesOf(authenticatorData)).flags)
    if (userHandle && userHandle !== passkey.userHandle) throw new Error('it belongs to another account')
    const { userHandle: _, ...response } = signed.response
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...signed, response, clientExtensionResults: {} },
      expectedChallenge: made.challenge,
      expectedOrigin: ctx.settings.origin,
      expectedRPID: siteId(ctx),
      requireUserVerification: true,
      // The count is compared when it is stored, so that of two at once the later one decides.
      credential: { id: passkey.credentialId, publicKey: coseOf(passkey.publicKey), counter: 0 },
    })
    if (!verified) throw new Error('the signature is wrong')
    // This never changes for a key.
    const canBackUp = authenticationInfo.credentialDeviceType === 'multiDevice'
    if (canBackUp !== passkey.canBackUp) throw new Error('it is another kind of passkey')
    return { passkey, signCount: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
  })
}

async function taken(
  ctx: Context,
  db: Queryable,
  clientDataJSON: string,
  { purpose, userId, browserHash }: Expected,
): Promise<Challenge> {
  const challenge = challengeIn(clientDataJSON)
  const made = challenge ? await takeChallenge(db, { challenge, browserHash, now: ctx.clock.sqlNow() }) : undefined
  if (made?.purpose !== purpose || made.userId !== userId) throw new AppError('NONCE_INVALID')
  return made
}

/** Returns the challenge that the browser says was signed. A page inside another site's is refused. */
function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(bytesOf(clientDataJSON).toString('utf8'))
    const { challenge, crossOrigin } = data as { challenge?: unknown; crossOrigin?: unknown }
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : undefined
  } catch {
    return undefined
  }
}

function refuseUnverified({ uv }: { uv: boolean }): void {
  if (!uv) throw new AppError('PASSKEY_UNVERIFIED')
}

/** The library says by an error that something is wrong with what the browser sent. */
async function orInvalid<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('PASSKEY_INVALID', { data: { reason: error instanceof Error ? error.message : 'unreadable' } })
  }
}

const bytesOf = (base64url: string) => Buffer.from(base64url, 'base64url') as Buffer<ArrayBuffer>

/** COSE's names of a key's fields (RFC 9053). */
const COSE = { kty: 1, alg: 3, crv: -1, x: -2, y: -3 } as const
const EC2 = 2
const P256 = 1

/** Returns x and y. Throws unless they are a point of P-256. */
function pointOf(key: { get(field: number): unknown }): Uint8Array {
  const [x, y] = [key.get(COSE.x), key.get(COSE.y)]
  const isP256 = key.get(COSE.kty) === EC2 && key.get(COSE.crv) === P256
  if (!isP256 || !(x instanceof Uint8Array && y instanceof Uint8Array && x.length === 32 && y.length === 32)) {
    throw new Error('it is no key of P-256')
  }
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: Buffer.from(x).toString('base64url'),
    y: Buffer.from(y).toString('base64url'),
  }
  createPublicKey({ key: jwk, format: 'jwk' })
  return Buffer.concat([x, y])
}

/** Returns a point as the COSE key that authenticators send: a CBOR map of `COSE`'s fields in this order. */
const coseOf = (point: Uint8Array) =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    point.subarray(0, 32),
    Buffer.from('225820', 'hex'),
    point.subarray(32),
  ]) as Buffer<ArrayBuffer>
