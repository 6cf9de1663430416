import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with AES-256-GCM. `purpose` is authenticated: it must match on opening. */
export function seal(key: Uint8Array, purpose: string, text: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts. Throws if the key or purpose differs or a bit was changed. */
export function unseal(key: Uint8Array, purpose: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed)
  const tagAt = bytes.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(tagAt))
  return decipher.update(bytes.subarray(NONCE_BYTES, tagAt), undefined, 'utf8') + decipher.final('utf8')
}
