import { createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { fillInitial, type TextLook } from './text.ts'

/** Photos by their addresses. */
export type Faces = ReadonlyMap<string, Image>

/** Leaves out photos that can't be read. */
export async function readFaces(photos: Readonly<Record<string, Uint8Array>>): Promise<Faces> {
  const read = Object.entries(photos).map(
    async ([url, bytes]) => [url, await loadImage(bytes).catch(() => null)] as const,
  )
  return new Map((await Promise.all(read)).flatMap(([url, image]) => (image === null ? [] : [[url, image] as const])))
}

export interface Face {
  name: string
  photo: string | null
  x: number
  y: number
  r: number
  look: TextLook
  /** Takes the colours out of a photo. */
  isGrey?: boolean
}

/** Draws a person's photo, or their first letter in the current colour, into a disc. */
export function drawFace(ctx: SKRSContext2D, faces: Faces, { name, photo, x, y, r, look, isGrey = false }: Face): void {
  const image = photo === null ? undefined : faces.get(photo)
  if (!image) {
    fillInitial(ctx, name, x, y, look)
    return
  }
  const side = 2 * r
  const source = isGrey ? greyed(image, side) : image
  ctx.save()
  ctx.beginPath()
  ctx.arc(x, y, r, 0, 7)
  ctx.clip()
  ctx.drawImage(source, x - r, y - r, side, side)
  ctx.restore()
}

function greyed(image: Image, side: number) {
  const canvas = createCanvas(side, side)
  const ctx = canvas.getContext('2d')
  ctx.filter = 'grayscale(1)'
  ctx.drawImage(image, 0, 0, side, side)
  return canvas
}
