import { request } from '#lib/api'
import { freshly } from '#lib/freshly'
import { createPasskey } from './passkey-prompt.ts'

/** Adds a passkey of this device, or of one that the browser reaches. Throws `PasskeyError` and what the calls do. */
export async function addPasskey() {
  const options = await freshly(() => request('GET /api/auth/passkey/creation', { query: { purpose: 'add' } }))
  return request('POST /api/passkeys', { body: { passkey: await createPasskey(options) } })
}
