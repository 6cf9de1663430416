import { useLayoutEffect, useState } from 'react'
import { useTheme } from '#lib/theme'
import { contrast, type Rgb } from './contrast.ts'

/** Returns contrasts between tokens as rendered now; `pairs` must be referentially stable. */
export function useContrasts(pairs: readonly (readonly [color: string, on: string])[]): readonly (string | null)[] {
  const theme = useTheme()
  const [ratios, setRatios] = useState<readonly (string | null)[]>(() => pairs.map(() => null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: tokens change with the theme
  useLayoutEffect(() => {
    const styles = getComputedStyle(document.documentElement)
    const read = (token: string) => painted(styles.getPropertyValue(`--${token}`))
    setRatios(pairs.map(([color, on]) => contrast(read(color), read(on)).toFixed(1)))
  }, [pairs, theme])
  return ratios
}

/** Painted, because tokens use a colour space that must be mapped to sRGB. */
function painted(color: string): Rgb {
  const pixel = new OffscreenCanvas(1, 1).getContext('2d')
  if (!pixel) return [0, 0, 0]
  pixel.fillStyle = color
  pixel.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}
