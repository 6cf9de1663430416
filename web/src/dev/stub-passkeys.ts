import type { RequestOptions } from '@aura/api/calls/auth/passkeys'
import type { PasskeySignature } from '@aura/api/proof'
import { vi } from 'vitest'

/** A device with passkeys, which signs with one of those that are allowed. */
interface Device {
  get(options: RequestOptions): PasskeySignature
}

/** Makes this a browser whose person has this device, until `vi.unstubAllGlobals`. `fails` names the error of each prompt. */
export function stubPasskeys(device: Device, fails?: string) {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('location', { hostname: 'aura.example' })
  vi.stubGlobal('navigator', {
    credentials: {
      async get({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) {
        if (fails) throw Object.assign(new Error(fails), { name: fails })
        const { response, id } = device.get({
          challenge: Buffer.from(publicKey.challenge as Uint8Array).toString('base64url'),
          rpId: publicKey.rpId ?? '',
          timeout: 0,
          userVerification: 'required',
          allowCredentials: (publicKey.allowCredentials ?? []).map((allowed) => ({
            id: Buffer.from(allowed.id as Uint8Array).toString('base64url'),
            type: 'public-key',
            transports: [],
          })),
        })
        const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer
        const { authenticatorData, clientDataJSON, signature } = response
        return {
          id,
          response: {
            authenticatorData: bytes(authenticatorData),
            clientDataJSON: bytes(clientDataJSON),
            signature: bytes(signature),
          },
        }
      },
    },
  })
}
