import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'
import { boundedFetch, type Fetch } from '#platform/outgoing/bounded-fetch'

const MAX_BYTES = 16 * 1024
const KEPT_MS = 3_600_000
/** A signature that fails may be by a newer key. An attacker makes the server look at most this often. */
const RENEWED_MS = 60_000
const RETRY_MS = 5_000
const MIN_BITS = 2_048

const Answer = z.object({ data: z.object({ public_key: z.string().max(4_000) }) })

interface KeyOptions {
  apiUrl: string
  timeoutMs: number
  elapsedMs: () => number
}

/** The key with which Kick signs its requests, read from Kick and kept. */
export class KickKey {
  readonly #url: string
  readonly #elapsedMs: () => number
  readonly #fetch: Fetch
  #kept: { key: Promise<KeyObject>; atMs: number; keptMs: number } | undefined
  #known: KeyObject | undefined

  constructor({ apiUrl, timeoutMs, elapsedMs }: KeyOptions) {
    this.#url = `${apiUrl}/public-key`
    this.#elapsedMs = elapsedMs
    this.#fetch = boundedFetch({ timeoutMs, maxBytes: MAX_BYTES, maxAtOnce: 1 })
  }

  /** Returns whether Kick signed this. Throws if its key can't be had. */
  async hasSigned(signed: Buffer, signature: Buffer): Promise<boolean> {
    const key = await this.#read(KEPT_MS)
    if (isBy(key, signed, signature)) return true
    const newer = await this.#read(RENEWED_MS).catch(() => key)
    return newer !== key && isBy(newer, signed, signature)
  }

  /** Returns the key, read within `maxAgeMs`; if Kick doesn't respond, the one it gave before. */
  #read(maxAgeMs: number): Promise<KeyObject> {
    const nowMs = this.#elapsedMs()
    const kept = this.#kept
    if (kept && nowMs - kept.atMs < Math.min(maxAgeMs, kept.keptMs)) return kept.key
    const asked = { key: this.#ask(), atMs: nowMs, keptMs: KEPT_MS }
    asked.key = asked.key.catch((error) => {
      if (this.#known) return this.#known
      asked.keptMs = RETRY_MS
      throw error
    })
    this.#kept = asked
    return asked.key
  }

  async #ask(): Promise<KeyObject> {
    const response = await this.#fetch(this.#url, { headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`Kick refused its public key (${response.status})`)
    const key = createPublicKey(Answer.parse(await response.json()).data.public_key)
    if (key.asymmetricKeyType !== 'rsa' || Number(key.asymmetricKeyDetails?.modulusLength) < MIN_BITS) {
      throw new Error('the public key of Kick is no RSA key of 2,048 bits or more')
    }
    this.#known = key
    return key
  }
}

const isBy = (key: KeyObject, signed: Buffer, signature: Buffer): boolean =>
  verify('sha256', signed, { key, padding: constants.RSA_PKCS1_PADDING }, signature)
