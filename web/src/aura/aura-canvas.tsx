import { levelOfStreak } from '@aura/api/levels'
import { useEffect, useMemo, useRef } from 'react'
import { useTheme } from '#lib/theme'
import { auraShape } from './aura-shape.ts'
import { drawRing, type Rgb } from './draw-ring.ts'

/** Place and size of the disc in a box of the given size, in pixels. */
export type RingLayout = (width: number, height: number) => { cx: number; cy: number; r: number; weight?: number }

interface AuraCanvasProps {
  id: string
  days: number
  auraPoints: number
  /** Must keep its identity between renders. */
  layout: RingLayout
  className?: string
  /** Said to those who can't see it; without one the picture is decoration. */
  label?: string
  /** How far the glow reaches, in radii; by default to the nearest edge. */
  glowEnd?: number
}

const MAX_PIXEL_RATIO = 2
const PHONE_WIDTH = 896

/** A large aura, drawn still. It follows its box, the theme and the level's colour. */
export function AuraCanvas({ id, days, auraPoints, layout, className, label, glowEnd }: AuraCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  const shape = useMemo(() => auraShape(id, days, auraPoints), [id, days, auraPoints])
  const level = levelOfStreak(days).key

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const draw = () => {
      const { clientWidth: width, clientHeight: height } = element
      const ctx = element.getContext('2d')
      if (!ctx || width === 0 || height === 0) return
      const ratio = Math.min(MAX_PIXEL_RATIO, devicePixelRatio)
      element.width = Math.round(width * ratio)
      element.height = Math.round(height * ratio)
      ctx.scale(ratio, ratio)
      const place = layout(width, height)
      const nearestEdge = Math.min(place.cx, width - place.cx, place.cy, height - place.cy)
      drawRing(ctx, shape, {
        ...place,
        color: colorOf(element, level),
        dark: theme === 'dark',
        fuzz: innerWidth < PHONE_WIDTH ? 760 : 1_100,
        glowEnd: glowEnd ?? Math.max(1.4, nearestEdge / place.r),
      })
    }
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [shape, layout, theme, level, glowEnd])

  return (
    <canvas
      ref={canvas}
      data-aura={level}
      className={className}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}

/** The level's colour as numbers: painted once, since the token is in a colour space that strings can't be mixed in. */
function colorOf(element: Element, level: string): Rgb {
  const pixel = new OffscreenCanvas(1, 1).getContext('2d')
  if (!pixel) return [128, 128, 128]
  pixel.fillStyle = getComputedStyle(element).getPropertyValue(`--${level}`)
  pixel.fillRect(0, 0, 1, 1)
  const [r = 128, g = 128, b = 128] = pixel.getImageData(0, 0, 1, 1).data
  return [r, g, b]
}
