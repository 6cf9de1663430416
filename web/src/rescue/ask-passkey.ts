import type { AccountKey, Assertion } from '@aura/contracts/signing/account'
import type { Hex } from 'viem'
import { hexToBytes } from 'viem/utils'
import { passkeyError } from '#lib/passkey/passkey-error'
import { keysOf } from './find-account.ts'
import { RescueError } from './node.ts'

const TIMEOUT_MS = 120_000

/** Which passkey, as the browser names it. */
export type CredentialId = ArrayBuffer

/**
 * Has a passkey of the site `rpId` sign 32 bytes: the one named, or one that the person chooses. Throws `RescueError`, with
 * a sentence, if there is no signature.
 */
export async function askPasskey(
  hash: Hex,
  { rpId, id }: { rpId: string; id?: CredentialId },
): Promise<{ id: CredentialId; assertion: Assertion }> {
  const credential = await navigator.credentials
    .get({
      publicKey: {
        challenge: new Uint8Array(hexToBytes(hash)),
        rpId,
        userVerification: 'required',
        timeout: TIMEOUT_MS,
        allowCredentials: id ? [{ type: 'public-key', id }] : [],
      },
    })
    .catch((cause: unknown) => {
      throw new RescueError(failureText(cause, rpId), { cause })
    })
  if (!credential) throw new RescueError('No passkey was used. Try again when you are ready.')
  const { rawId, response } = credential as PublicKeyCredential
  const { authenticatorData, clientDataJSON, signature } = response as AuthenticatorAssertionResponse
  return {
    id: rawId,
    assertion: {
      authenticatorData: new Uint8Array(authenticatorData),
      clientDataJSON: new Uint8Array(clientDataJSON),
      signature: new Uint8Array(signature),
    },
  }
}

/** Throws `RescueError` unless this key may have made the signature. */
export function requireKey(factory: Hex, key: AccountKey, assertion: Assertion): void {
  if (!keysOf(factory, assertion).includes(key)) {
    throw new RescueError('Another passkey signed than the one that found the account. Use the same one.')
  }
}

function failureText(cause: unknown, rpId: string): string {
  switch (passkeyError(cause).reason) {
    case 'DECLINED':
    case 'ABORTED':
      return `No passkey was used: the prompt was closed, or this device has no passkey of ${rpId}.`
    case 'UNSUPPORTED':
      return `This browser doesn’t offer the passkeys of ${rpId} on this page.`
    default:
      return 'Your device couldn’t use the passkey. Try again.'
  }
}

/** Returns why passkeys of a site can’t be used on this page, or undefined if they may work. */
export function passkeyFault(rpId: string): string | undefined {
  if (location.protocol === 'file:') {
    return `A browser uses a passkey only on the site that made it${rpId && `, ${rpId}`}, and never on a page from your disk. Open this file on that site: the person who holds its domain can serve it over https. Here, use an ordinary wallet that is a key of your account.`
  }
  if (!isSecureContext || typeof PublicKeyCredential === 'undefined') {
    return 'Passkeys work over https or on http://localhost, in a browser that has them.'
  }
}
