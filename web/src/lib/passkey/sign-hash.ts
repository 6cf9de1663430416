import { PasskeyError, passkeyError } from './passkey-error.ts'

/** A passkey that signs for an account contract, as `GET /api/passkeys` lists the wallet's keys. */
export interface SigningKey {
  credentialId: string
  transports: readonly string[]
  /** The key as the account contract knows it: verifier, x and y, 84 bytes in hexadecimal. */
  key: string
}

/** What an authenticator signed, in the form that `passkeySignature` of the contracts' helpers takes. */
export interface PasskeyAssertion<Key extends SigningKey = SigningKey> {
  /** The one of the keys that signed. */
  signedBy: Key
  authenticatorData: Uint8Array
  clientDataJSON: Uint8Array
  /** DER; `s` may be high. */
  signature: Uint8Array
}

const TIMEOUT_MS = 120_000

/**
 * Has one of these passkeys sign a hash of 32 bytes, which becomes the challenge. The device checks the person each time.
 * Call it on a press: Safari shows its prompt only then. Throws `PasskeyError`.
 */
export async function signHash<Key extends SigningKey>(
  hash: `0x${string}`,
  keys: readonly Key[],
  { signal }: { signal?: AbortSignal } = {},
): Promise<PasskeyAssertion<Key>> {
  if (typeof PublicKeyCredential === 'undefined') throw new PasskeyError('UNSUPPORTED')
  const credential = await navigator.credentials
    .get({
      publicKey: {
        challenge: bytesOfHex(hash),
        rpId: location.hostname,
        userVerification: 'required',
        timeout: TIMEOUT_MS,
        allowCredentials: keys.map(({ credentialId, transports }) => ({
          id: bytesOfBase64url(credentialId),
          type: 'public-key',
          transports: transports as AuthenticatorTransport[],
        })),
      },
      ...(signal ? { signal } : {}),
    })
    .catch((cause: unknown) => {
      throw passkeyError(cause)
    })
  const signedBy = keys.find(({ credentialId }) => credentialId === credential?.id)
  // Some password managers answer with a passkey that nobody asked for.
  if (!credential || !signedBy) throw new PasskeyError('FAILED')
  const { authenticatorData, clientDataJSON, signature } = (credential as PublicKeyCredential)
    .response as AuthenticatorAssertionResponse
  return {
    signedBy,
    authenticatorData: new Uint8Array(authenticatorData),
    clientDataJSON: new Uint8Array(clientDataJSON),
    signature: new Uint8Array(signature),
  }
}

function bytesOfHex(hash: `0x${string}`): Uint8Array<ArrayBuffer> {
  if (!/^0x[0-9a-fA-F]{64}$/.test(hash)) throw new Error('a passkey signs 32 bytes')
  return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(hash.slice(2 + 2 * at, 4 + 2 * at), 16))
}

const bytesOfBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
