/** Reason a picture is refused. */
export type ImageFault = 'unreadable' | 'pixels'

/** Returns the fault in a picture's metadata, before any decoding; null when it is acceptable. */
export function metadataFault(
  { width, height }: { width?: number | undefined; height?: number | undefined },
  maxPixels: number,
): ImageFault | null {
  if (!width || !height) return 'unreadable'
  return width * height > maxPixels ? 'pixels' : null
}
