import { API_ERRORS } from '@aura/api/errors'
import { PROFILE_IMAGE } from '@aura/api/profile-image'
import { type Crop, squareOf } from './crop.rules.ts'

/** A file that can't be one's photo; the message says why. */
export class BadPicture extends Error {
  override readonly name = 'BadPicture'
}

/** Reads a file a person chose, turned as its camera says. Throws BadPicture. */
export async function readPicture(file: File): Promise<HTMLImageElement> {
  if (file.size > PROFILE_IMAGE.maxBytes) throw new BadPicture(API_ERRORS.IMAGE_TOO_LARGE.message)
  // Browsers draw it, but it is a document and not a photo.
  if (file.type === 'image/svg+xml') throw new BadPicture(API_ERRORS.IMAGE_UNREADABLE.message)
  const image = new Image()
  const url = URL.createObjectURL(file)
  image.src = url
  try {
    await image.decode()
  } catch {
    throw new BadPicture(API_ERRORS.IMAGE_UNREADABLE.message)
  } finally {
    URL.revokeObjectURL(url)
  }
  if (image.naturalWidth === 0 || image.naturalHeight === 0) throw new BadPicture(API_ERRORS.IMAGE_UNREADABLE.message)
  return image
}

export const sizeOf = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => ({ width, height })

/** Draws the square of a picture over a whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, image: HTMLImageElement, crop: Crop): void {
  const ctx = canvas.getContext('2d')
  if (!ctx) return
  const { left, top, side } = squareOf(crop, sizeOf(image))
  ctx.imageSmoothingQuality = 'high'
  ctx.clearRect(0, 0, canvas.width, canvas.height)
  ctx.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** The square as a file, no larger than what is kept of it: a phone's photo goes up in a moment. */
export async function cropped(image: HTMLImageElement, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = PROFILE_IMAGE.side
  canvas.height = PROFILE_IMAGE.side
  drawCrop(canvas, image, crop)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!blob) throw new BadPicture(API_ERRORS.IMAGE_UNREADABLE.message)
  return blob
}
