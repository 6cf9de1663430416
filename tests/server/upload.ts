import sharp from 'sharp'
import type { Actor, Reply } from './actors/actors.ts'

const BOUNDARY = 'aura-test-boundary'

export function formOf(bytes: Uint8Array, { field = 'profileImage', filename = 'me.png', type = 'image/png' } = {}) {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}

export function upload<T = { profileImageUrl: string }>(
  actor: Actor,
  bytes: Uint8Array,
  named: Parameters<typeof formOf>[1] = {},
): Promise<Reply<T>> {
  const { body, headers } = formOf(bytes, named)
  return actor.send<T>('POST', '/api/user/upload-profile-image', body, headers)
}

/** Returns a JPEG of noise with this many pixels, at the quality closest to `bytes` and padded to that size. */
export async function heaviestPicture(bytes: number, pixels: number): Promise<Buffer> {
  const side = Math.floor(Math.sqrt(pixels))
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 25 }
  const image = sharp({ create: { width: side, height: side, channels: 3, background: '#08f', noise } })
  let best: Buffer | undefined
  for (const quality of [1, 5, 10, 20, 35, 50, 65, 80]) {
    const jpeg = await image.clone().jpeg({ quality }).toBuffer()
    if (jpeg.length > bytes) break
    best = jpeg
  }
  if (!best) throw new Error(`no quality is poor enough for ${bytes} bytes`)
  // Padding after the picture is uploaded but isn't part of it.
  return Buffer.concat([best, Buffer.alloc(bytes - best.length)])
}
