import type { Actor, Reply } from './actors.ts'

const BOUNDARY = 'aura-test-boundary'

/** A form with one file, as a browser would send it. */
export function formOf(bytes: Uint8Array, { field = 'profileImage', filename = 'me.png', type = 'image/png' } = {}) {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}

/** Uploads a profile image. */
export function upload<T = { profileImageUrl: string }>(
  actor: Actor,
  bytes: Uint8Array,
  named: Parameters<typeof formOf>[1] = {},
): Promise<Reply<T>> {
  const { body, headers } = formOf(bytes, named)
  return actor.send<T>('POST', '/api/user/upload-profile-image', body, headers)
}
