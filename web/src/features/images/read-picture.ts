import { API_ERRORS } from '@aura/api/errors'
import { MAX_CHOSEN_IMAGE, PROFILE_IMAGE } from '@aura/api/profile-image'
import { type Crop, squareOf } from './crop.rules.ts'

export class BadPicture extends Error {
  override readonly name = 'BadPicture'
}

/** Loads a chosen file, with its EXIF orientation applied. Throws BadPicture. */
export async function readPicture(file: File): Promise<HTMLImageElement> {
  if (file.size > PROFILE_IMAGE.maxChosenBytes) throw new BadPicture(`Choose an image of up to ${MAX_CHOSEN_IMAGE}`)
  // Browsers can draw SVG, but the server refuses it.
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

export function drawCrop(canvas: HTMLCanvasElement, image: HTMLImageElement, crop: Crop): void {
  const ctx = canvas.getContext('2d')
  if (!ctx) return
  const { left, top, side } = squareOf(crop, sizeOf(image))
  ctx.imageSmoothingQuality = 'high'
  ctx.clearRect(0, 0, canvas.width, canvas.height)
  ctx.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** Encodes the square at the stored size, which keeps uploads from phones small. */
export async function cropped(image: HTMLImageElement, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = PROFILE_IMAGE.side
  canvas.height = PROFILE_IMAGE.side
  drawCrop(canvas, image, crop)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!blob) throw new BadPicture(API_ERRORS.IMAGE_UNREADABLE.message)
  return blob
}
