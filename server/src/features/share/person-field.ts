import { levelOfStreak } from '@aura/api/levels'
import { auraShape } from '@aura/drawing/aura-shape'
import { css, type Rgb } from '@aura/drawing/colors'
import type { DrawingContext } from '@aura/drawing/context'
import { drawRing } from '@aura/drawing/draw-ring'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawBrand } from './brand.ts'
import { INK, LEVELS, PLATE } from './palette.ts'
import { HEIGHT, WIDTH } from './size.ts'
import { fillInitial } from './text.ts'

export interface RingedPerson {
  id: string
  name: string
  days: number
  auraPoints: number
}

interface PersonField {
  x: number
  y: number
  r: number
  letterSize: number
  /** Positions between which the ring fades, so that text can be read over its rays. */
  fade: readonly [from: number, to: number]
}

const FUZZ = 1_100

/** Draws a picture's field: the person's ring around their first letter, and the brand. Returns their color. */
export function drawPersonField(ctx: SKRSContext2D, person: RingedPerson, field: PersonField): Rgb {
  const { id, name, days, auraPoints } = person
  const { x, y, r, letterSize, fade } = field
  const color = LEVELS[levelOfStreak(days).key]
  const shape = auraShape(id, days, auraPoints)
  ctx.fillStyle = css(PLATE, 1)
  ctx.fillRect(0, 0, WIDTH, HEIGHT)
  const disc = { cx: x, cy: y, r, color, dark: true, fuzz: FUZZ, glowEnd: (HEIGHT - y) / r }
  drawRing(ctx as unknown as DrawingContext, shape, disc)
  ctx.fillStyle = css(INK, 1)
  fillInitial(ctx, name, x, y, { size: letterSize, weight: 850, stretch: shape.letterWidth })

  const [from, to] = fade
  const gradient = ctx.createLinearGradient(from, 0, to, 0)
  gradient.addColorStop(0, css(PLATE, 0))
  gradient.addColorStop(1, css(PLATE, 0.85))
  ctx.fillStyle = gradient
  ctx.fillRect(from, 0, WIDTH, HEIGHT)
  drawBrand(ctx, 993, 76)
  return color
}
