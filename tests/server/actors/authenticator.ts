import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { CreationOptions, RequestOptions } from '@aura/api/calls/auth/passkeys'
import type { NewPasskey, PasskeySignature } from '@aura/api/proof'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

const UP = 0x01
const UV = 0x04
const BE = 0x08
const BS = 0x10
const AT = 0x40

/** What an authenticator, or its browser, may do otherwise. */
export interface Oddities {
  origin?: string
  rpId?: string
  challenge?: string
  /** It doesn't check who holds it. */
  isUnverified?: boolean
  crossOrigin?: boolean
  /** Bytes of the attestation object's format and statement instead of none. */
  attestation?: Buffer
  alg?: number
}

/** Responses refused for every passkey: the end of the test’s title, the code, and how to make one. */
export const REFUSED: readonly [string, 'PASSKEY_INVALID' | 'PASSKEY_UNVERIFIED' | 'NONCE_INVALID', Oddities][] = [
  ['made on another site', 'PASSKEY_INVALID', { origin: 'https://aura.example' }],
  ['of another site', 'PASSKEY_INVALID', { rpId: 'aura.example' }],
  ['in a page of another site', 'NONCE_INVALID', { crossOrigin: true }],
  ['whose device didn’t check the person', 'PASSKEY_UNVERIFIED', { isUnverified: true }],
  ['for a challenge that nobody made', 'NONCE_INVALID', { challenge: 'A'.repeat(43) }],
]

export interface SoftKey {
  id: string
  rpId: string
  userHandle: string
  privateKey: KeyObject
  /** x and y. */
  point: Buffer
}

const text = (value: string) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([0x60 + bytes.length]), bytes])
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** `{fmt: "none", attStmt: {}}` without the map's head. */
const NO_ATTESTATION = Buffer.concat([text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])])

/** A device that makes discoverable P-256 passkeys and signs with them, and its browser on one page. */
export class Authenticator {
  readonly keys: SoftKey[] = []
  readonly #origin: string
  /** 0 for one that doesn't count. */
  count: number
  isBackedUp: boolean

  constructor(origin: string, { count = 0, isBackedUp = true } = {}) {
    this.#origin = origin
    this.count = count
    this.isBackedUp = isBackedUp
  }

  /** Makes a passkey, as `navigator.credentials.create` does. */
  create(options: CreationOptions, odd: Oddities = {}): NewPasskey {
    if (options.excludeCredentials.some(({ id }) => this.keys.some((key) => key.id === id))) {
      throw new Error('InvalidStateError')
    }
    const key = { ...this.newKey(odd.rpId ?? options.rp.id), userHandle: options.user.id }
    this.keys.push(key)
    return this.attest(key, options.challenge, odd)
  }

  newKey(rpId: string): Omit<SoftKey, 'userHandle'> {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const point = Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
    return { id: randomBytes(16).toString('base64url'), rpId, privateKey, point }
  }

  /** Returns the registration of a key, also of one whose private part it hasn't. */
  attest(key: Pick<SoftKey, 'id' | 'rpId' | 'point'>, challenge: string, odd: Oddities = {}): NewPasskey {
    const id = Buffer.from(key.id, 'base64url')
    const alg = Buffer.from([0x20 + -(odd.alg ?? -7) - 1])
    const authData = Buffer.concat([
      sha256(key.rpId),
      this.#flags(odd, AT),
      uint32(this.count),
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 0xff]),
      id,
      Buffer.from('a5010203', 'hex'),
      alg,
      Buffer.from('2001215820', 'hex'),
      key.point.subarray(0, 32),
      Buffer.from('225820', 'hex'),
      key.point.subarray(32),
    ])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      odd.attestation ?? NO_ATTESTATION,
      text('authData'),
      Buffer.from([0x58, authData.length]),
      authData,
    ])
    const clientDataJSON = this.#clientData('webauthn.create', challenge, odd).toString('base64url')
    return {
      id: key.id,
      rawId: key.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** Signs with the newest passkey that the page allows, as `navigator.credentials.get` does. */
  get(options: RequestOptions, odd: Oddities = {}): PasskeySignature {
    const allowed = options.allowCredentials.map(({ id }) => id)
    const key = this.keys.findLast(({ id }) => allowed.length === 0 || allowed.includes(id))
    if (!key) throw new Error('NotAllowedError')
    if (this.count > 0) this.count += 1
    const authenticatorData = Buffer.concat([sha256(odd.rpId ?? options.rpId), this.#flags(odd, 0), uint32(this.count)])
    const clientData = this.#clientData('webauthn.get', options.challenge, odd)
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), key.privateKey)
    return {
      id: key.id,
      rawId: key.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: key.userHandle,
      },
    }
  }

  #flags({ isUnverified = false }: Oddities, more: number): Buffer {
    return Buffer.from([UP | (isUnverified ? 0 : UV) | BE | (this.isBackedUp ? BS : 0) | more])
  }

  #clientData(type: string, challenge: string, odd: Oddities): Buffer {
    const { origin = this.#origin, crossOrigin = false } = odd
    return Buffer.from(JSON.stringify({ type, challenge: odd.challenge ?? challenge, origin, crossOrigin }))
  }
}
