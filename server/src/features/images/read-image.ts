import type { Context } from '#platform/context'
import { isImageFile } from './image-name.ts'

/** Returns the WebP at a `profileImageUrl`, or null if it is gone. */
export async function readImage({ images }: Context, url: string): Promise<Uint8Array | null> {
  const file = url.replace(/^\/images\//, '')
  return isImageFile(file) ? images.files.get(file) : null
}
