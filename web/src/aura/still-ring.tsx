import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'
import { drawRing } from '@aura/aura/draw-ring'
import { useEffect, useRef } from 'react'
import { useTheme } from '#lib/theme'
import { levelColors } from './level-colors.ts'
import { MAX_PIXEL_RATIO } from './quality.ts'
import { fuzzCount, placeRing, type RingPicture } from './ring-picture.ts'

/** A large aura as a still drawing. It follows its box and the theme. */
export function StillRing({ picture }: { picture: RingPicture }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const draw = () => drawStill(element, picture, theme === 'dark')
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [picture, theme])
  return <canvas ref={canvas} className="absolute inset-0 size-full" />
}

function drawStill(element: HTMLCanvasElement, picture: RingPicture, isDark: boolean): void {
  const { clientWidth: width, clientHeight: height } = element
  const ctx = element.getContext('2d')
  if (!ctx || width === 0 || height === 0) return
  const ratio = Math.min(MAX_PIXEL_RATIO, devicePixelRatio)
  element.width = Math.round(width * ratio)
  element.height = Math.round(height * ratio)
  ctx.scale(ratio, ratio)
  const level = AURA_LEVELS.indexOf(levelOfStreak(picture.shape.days))
  const color = levelColors()[level] ?? [128, 128, 128]
  drawRing(ctx, picture.shape, { ...placeRing(picture, width, height), color, dark: isDark, fuzz: fuzzCount() })
}
