import type { Files } from '../files/files.ts'

/** What is done with pictures that people give us. */
export interface Images {
  /**
   * Squares in WebP, of these sides in pixels, the largest first: nothing of the original's bytes or metadata is in
   * them. Throws IMAGE_UNREADABLE, IMAGE_TOO_MANY_PIXELS, or IMAGE_TOO_SLOW when it takes too long.
   */
  encode(bytes: Uint8Array, sides: readonly number[]): Promise<Uint8Array[]>
  files: Files
  close(): Promise<void>
}

const refuse = () => Promise.reject(new Error('this program keeps no images'))

/** For programs to which nobody gives any. */
export const noImages: Images = {
  encode: refuse,
  files: { put: refuse, get: refuse, remove: refuse },
  close: () => Promise.resolve(),
}
