import { mix, type Rgb } from '@aura/drawing/colors'
import { drawRing } from '@aura/drawing/draw-ring'
import { useEffect, useRef } from 'react'
import { useTheme } from '#lib/theme'
import { colorOfDays } from '../level-colors.ts'
import { drawInBox } from './draw-in-box.ts'
import { MAX_PIXEL_RATIO } from './quality.ts'
import { fuzzCount, placeRing, type RingPicture } from './ring-picture.ts'
import { levelColors } from './token-colors.ts'

/** Still drawing that follows its box and the theme. `day` overrides the day shown. */
export function StillRing({ picture, day = picture.shape.days }: { picture: RingPicture; day?: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    return drawInBox(element, () => drawStill(element, picture, { day, isDark: theme === 'dark' }))
  }, [picture, day, theme])
  return <canvas ref={canvas} className="absolute inset-0 size-full" />
}

function drawStill(
  element: HTMLCanvasElement,
  picture: RingPicture,
  { day, isDark }: { day: number; isDark: boolean },
): void {
  const { clientWidth: width, clientHeight: height } = element
  const ctx = element.getContext('2d')
  if (!ctx || width === 0 || height === 0) return
  const ratio = Math.min(MAX_PIXEL_RATIO, devicePixelRatio)
  element.width = Math.round(width * ratio)
  element.height = Math.round(height * ratio)
  ctx.scale(ratio, ratio)
  const colors = levelColors()
  const colorOf = (of: number): Rgb => colors[colorOfDays(of)] ?? [128, 128, 128]
  const color = mix(colorOf(Math.floor(day)), colorOf(Math.ceil(day)), day - Math.floor(day))
  drawRing(ctx, picture.shape, { ...placeRing(picture, width, height), color, day, dark: isDark, fuzz: fuzzCount() })
}
