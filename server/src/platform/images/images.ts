import type { Files } from '../files/files.ts'
import type { Charge } from '../http/fair-gate.ts'

export interface Images {
  /**
   * Returns WebP squares of these sides in pixels, largest first, without any of the original's bytes or metadata.
   * Throws IMAGE_UNREADABLE, IMAGE_TOO_MANY_PIXELS or IMAGE_TOO_SLOW, and UNAVAILABLE if the picture isn't the cause:
   * once closed, or when something else ended the decoder. Charges the processor time also when it throws.
   */
  encode(bytes: Uint8Array, sides: readonly number[], charge?: Charge): Promise<Uint8Array[]>
  files: Files
  /** Refuses pictures in progress and waiting. */
  close(): Promise<void>
}

const refuse = () => Promise.reject(new Error('this program keeps no images'))

export const noImages: Images = {
  encode: refuse,
  files: { put: refuse, get: refuse, remove: refuse },
  close: () => Promise.resolve(),
}
