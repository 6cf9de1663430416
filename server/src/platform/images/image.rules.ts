/** Why a picture is not taken. */
export type ImageFault = 'unreadable' | 'pixels'

/** A picture's own word on itself, before anything of it is decoded; null when it may be. */
export function metadataFault(
  { width, height }: { width?: number | undefined; height?: number | undefined },
  maxPixels: number,
): ImageFault | null {
  if (!width || !height) return 'unreadable'
  return width * height > maxPixels ? 'pixels' : null
}
