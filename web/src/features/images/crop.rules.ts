/** Which square of a picture is kept: its middle, as shares of the picture's width and height, and how much it is enlarged. */
export interface Crop {
  x: number
  y: number
  /** 1: as much of the picture as a square can hold. */
  zoom: number
}

export const MAX_ZOOM = 4

/** The middle, as large as it can be. */
export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 }

interface Size {
  width: number
  height: number
}

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** The side of the square, in the picture's pixels. */
const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom

/** The same crop, moved and enlarged as far as it can be without leaving the picture. */
export function keepInside({ x, y, zoom }: Crop, size: Size): Crop {
  const kept = between(zoom, 1, MAX_ZOOM)
  const half = sideOf(size, kept) / 2
  return {
    zoom: kept,
    x: between(x, half / size.width, 1 - half / size.width),
    y: between(y, half / size.height, 1 - half / size.height),
  }
}

/** The crop after its picture was pushed by so many shares of the square's side. */
export function pushed(crop: Crop, size: Size, dx: number, dy: number): Crop {
  const side = sideOf(size, crop.zoom)
  return keepInside(
    { zoom: crop.zoom, x: crop.x - (dx * side) / size.width, y: crop.y - (dy * side) / size.height },
    size,
  )
}

/** The square, in the picture's pixels. */
export function squareOf({ x, y, zoom }: Crop, size: Size): { left: number; top: number; side: number } {
  const side = sideOf(size, zoom)
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side }
}
