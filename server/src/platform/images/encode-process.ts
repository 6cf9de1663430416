import sharp from 'sharp'
import { metadataFault } from './image.rules.ts'
import type { Encoded, EncodeOrder, EncodeOutcome } from './image-encoder.ts'

/**
 * Decodes untrusted pictures, one at a time, in a process without database, keys or requests, where an exploited
 * decoder can do no harm and which can be killed at any moment.
 */

// libvips' other loaders (SVG, PDF, files by path) stay disabled.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

const END_OF_JPEG = Buffer.from([0xff, 0xd9])

async function encode({ bytes, pixels, sides }: EncodeOrder): Promise<EncodeOutcome> {
  const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const known = await sharp(input, { failOn: 'error', limitInputPixels: false, pages: 1 }).metadata()
    const fault = metadataFault(known, pixels)
    if (fault) return { fault }
    const [largest = 0, ...smaller] = [...sides].sort((a, b) => b - a)
    // Only the first frame is read. Applies orientation and colours and drops metadata (EXIF, profiles, comments).
    const squareOf = (from: Buffer, failOn: 'error' | 'warning') =>
      sharp(from, { failOn, limitInputPixels: pixels, pages: 1 })
        .autoOrient()
        .resize(largest, largest, { fit: 'cover' })
        .webp({ quality: 82 })
        .toBuffer()
    // Some phones leave out the mark at the end. With it, a picture that is cut off still causes a warning.
    const first = await squareOf(input, 'error').catch((error: unknown) => {
      if (known.format !== 'jpeg') throw error
      return squareOf(Buffer.concat([input, END_OF_JPEG]), 'warning')
    })
    const others = await Promise.all(
      smaller.map((side) => sharp(first).resize(side, side).webp({ quality: 80 }).toBuffer()),
    )
    return { images: [first, ...others] }
  } catch {
    return { fault: 'unreadable' }
  }
}

process.on('message', (order: EncodeOrder) => {
  const before = process.cpuUsage()
  void encode(order).then((outcome) => {
    const { user, system } = process.cpuUsage(before)
    process.send?.({ ...outcome, processorMs: (user + system) / 1_000 } satisfies Encoded)
  })
})
process.on('disconnect', () => process.exit(0))
