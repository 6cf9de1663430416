export type ImageFault = 'unreadable' | 'pixels'

export function metadataFault(
  { width, height }: { width?: number | undefined; height?: number | undefined },
  maxPixels: number,
): ImageFault | null {
  if (!width || !height) return 'unreadable'
  return width * height > maxPixels ? 'pixels' : null
}
