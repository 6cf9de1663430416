/** The kept square: its centre as shares of the picture's size, and the zoom. */
export interface Crop {
  x: number
  y: number
  /** At 1, the square is the largest that fits. */
  zoom: number
}

export const MAX_ZOOM = 4

export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 }

interface Size {
  width: number
  height: number
}

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom

export function keepInside({ x, y, zoom }: Crop, size: Size): Crop {
  const kept = between(zoom, 1, MAX_ZOOM)
  const half = sideOf(size, kept) / 2
  return {
    zoom: kept,
    x: between(x, half / size.width, 1 - half / size.width),
    y: between(y, half / size.height, 1 - half / size.height),
  }
}

export function pushed(crop: Crop, size: Size, dx: number, dy: number): Crop {
  const side = sideOf(size, crop.zoom)
  return keepInside(
    { zoom: crop.zoom, x: crop.x - (dx * side) / size.width, y: crop.y - (dy * side) / size.height },
    size,
  )
}

export function squareOf({ x, y, zoom }: Crop, size: Size): { left: number; top: number; side: number } {
  const side = sideOf(size, zoom)
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side }
}
