import type { CreationOptions, RequestOptions } from '@aura/api/calls/auth/passkeys'
import type { NewPasskey, PasskeySignature } from '@aura/api/proof'
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { PasskeyError, passkeyError } from './passkey-error.ts'

/** Has the device make a passkey. One prompt at a time: a new one ends the last. Throws `PasskeyError`. */
export async function createPasskey(optionsJSON: CreationOptions): Promise<NewPasskey> {
  const made = await startRegistration({
    optionsJSON: { ...optionsJSON, excludeCredentials: withTransports(optionsJSON.excludeCredentials) },
  }).catch(rethrow)
  const { id, rawId, response } = made
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
  }
}

/**
 * Has a passkey sign. With `isAutofill` the browser offers it in the page's field for a name, and waits until somebody
 * takes it. Throws `PasskeyError`.
 */
export async function askPasskey(
  optionsJSON: RequestOptions,
  { isAutofill = false }: { isAutofill?: boolean } = {},
): Promise<PasskeySignature> {
  const signed = await startAuthentication({
    optionsJSON: { ...optionsJSON, allowCredentials: withTransports(optionsJSON.allowCredentials) },
    useBrowserAutofill: isAutofill,
  }).catch(rethrow)
  const { id, rawId, response } = signed
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

/** The server keeps what browsers said, which may be newer than the library's list. */
const withTransports = <T extends { id: string; type: 'public-key'; transports: string[] }>(
  credentials: readonly T[],
) => credentials.map((credential) => ({ ...credential, transports: credential.transports as 'internal'[] }))

export const canAutofill = (): Promise<boolean> => browserSupportsWebAuthnAutofill().catch(() => false)

export const endPrompt = (): void => WebAuthnAbortService.cancelCeremony()

/** Tells the device that the site doesn't know a passkey, so that it is offered no more. Few browsers can. */
export async function forgetUnknown({ id }: PasskeySignature): Promise<void> {
  const { signalUnknownCredential } = PublicKeyCredential as {
    signalUnknownCredential?: (unknown: { rpId: string; credentialId: string }) => Promise<void>
  }
  await signalUnknownCredential
    ?.call(PublicKeyCredential, { rpId: location.hostname, credentialId: id })
    .catch(() => {})
}

function rethrow(error: unknown): never {
  throw error instanceof PasskeyError ? error : passkeyError(error)
}
