import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Assertion } from '@aura/contracts/signing/account'
import { type Hex, hexToBytes } from 'viem'

export interface Passkey {
  x: Hex
  y: Hex
  /** Signs as a browser on `https://aura.example` does. The person is verified unless `flags` says otherwise. */
  sign(challenge: Hex, options?: { flags?: number }): Assertion
}

/** The person was there, and the device knew whom. */
const VERIFIED = 0x05

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** Returns a passkey of its own, whose signatures are real. */
export function createPasskey(): Passkey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const hexOf = (part: string): Hex => `0x${Buffer.from(part, 'base64url').toString('hex')}`
  return {
    x: hexOf(x),
    y: hexOf(y),
    sign(challenge, { flags = VERIFIED } = {}) {
      const authenticatorData = Buffer.concat([sha256('aura.example'), Buffer.from([flags, 0, 0, 0, 0])])
      const clientDataJSON = Buffer.from(
        JSON.stringify({
          type: 'webauthn.get',
          challenge: Buffer.from(hexToBytes(challenge)).toString('base64url'),
          origin: 'https://aura.example',
          crossOrigin: false,
        }),
      )
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return { authenticatorData, clientDataJSON, signature }
    },
  }
}
