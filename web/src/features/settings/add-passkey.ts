import { request } from '#lib/api'
import { freshly } from '#lib/freshly'

/** Adds a passkey of this device, or of one that the browser reaches. Throws `PasskeyError` and what the calls do. */
export async function addPasskey() {
  const options = await freshly(() => request('GET /api/auth/passkey/creation', { query: { purpose: 'add' } }))
  const { createPasskey } = await import('#lib/passkey/passkey-prompt')
  return request('POST /api/passkeys', { body: { passkey: await createPasskey(options) } })
}
