import sharp from 'sharp'
import { metadataFault } from './image.rules.ts'
import type { EncodeOrder, EncodeOutcome } from './image-encoder.ts'

/**
 * Reads pictures strangers sent, in a process of its own: what a decoder may be made to do, it does here, where there is
 * no database, no key and nobody waiting, and it can be ended at any moment. One at a time.
 */

// What else libvips can read (SVG, PDF, files by their path) stays shut, whatever a picture says it is.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})
sharp.cache(false)
sharp.concurrency(1)

async function encode({ bytes, pixels, sides }: EncodeOrder): Promise<EncodeOutcome> {
  // The first frame alone; warnings of a decoder count as faults.
  const options = { limitInputPixels: pixels, pages: 1 }
  const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const known = await sharp(input, { ...options, limitInputPixels: false }).metadata()
    const fault = metadataFault(known, pixels)
    if (fault) return { fault }
    const [largest = 0, ...smaller] = [...sides].sort((a, b) => b - a)
    // Nothing of the file's words (EXIF, profiles, comments) is taken over; its orientation and colours are applied.
    const first = await sharp(input, options)
      .autoOrient()
      .resize(largest, largest, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
    const others = await Promise.all(
      smaller.map((side) => sharp(first).resize(side, side).webp({ quality: 80 }).toBuffer()),
    )
    return { images: [first, ...others] }
  } catch {
    return { fault: 'unreadable' }
  }
}

process.on('message', (order: EncodeOrder) => {
  void encode(order).then((outcome) => process.send?.(outcome))
})
// Whoever asked is gone.
process.on('disconnect', () => process.exit(0))
