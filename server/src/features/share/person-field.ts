import { levelOfStreak } from '@aura/api/levels'
import { auraShape } from '@aura/drawing/aura-shape'
import { css, type Rgb } from '@aura/drawing/colors'
import type { DrawingContext } from '@aura/drawing/context'
import { drawRing } from '@aura/drawing/draw-ring'
import { INK, LEVELS, PLATE } from '@aura/drawing/palette'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawBrand, drawLink, knockOut } from './brand.ts'
import { drawFace, type Faces } from './faces.ts'

export interface RingedPerson {
  id: string
  name: string
  photo: string | null
  days: number
  auraPoints: number
  /** Drawn on upright pictures, which link to nothing. */
  link?: string
}

export interface PersonField {
  x: number
  y: number
  r: number
  letterSize: number
  /** Axis along which the ring fades, and positions between which it does, so that text can be read over its rays. */
  fade: readonly [axis: 'x' | 'y', from: number, to: number]
  brand: readonly [x: number, y: number]
  /** Of what stands above the ring, where its rays may reach. */
  aboveY?: number
  linkY?: number
}

const FUZZ = 1_100
/** Width in pixels of the rim that a photo leaves free. */
const RIM = 3

/** Draws a picture's field: the person's ring around their face, and the brand. Returns their color. */
export function drawPersonField(ctx: SKRSContext2D, person: RingedPerson, faces: Faces, field: PersonField): Rgb {
  const { id, name, photo, days, auraPoints, link } = person
  const { x, y, r, letterSize, fade, brand, aboveY, linkY } = field
  const { width, height } = ctx.canvas
  const color = LEVELS[levelOfStreak(days).key]
  const shape = auraShape(id, days, auraPoints)
  ctx.fillStyle = css(PLATE, 1)
  ctx.fillRect(0, 0, width, height)
  const glowEnd = Math.min(x, y, width - x, height - y) / r
  drawRing(ctx as unknown as DrawingContext, shape, { cx: x, cy: y, r, color, dark: true, fuzz: FUZZ, glowEnd })
  ctx.fillStyle = css(INK, 1)
  const look = { size: letterSize, weight: 850, stretch: shape.letterWidth }
  drawFace(ctx, faces, { name, photo, x, y, r: r - RIM, look })

  const [axis, from, to] = fade
  const [left, top] = axis === 'x' ? [from, 0] : [0, from]
  const gradient = ctx.createLinearGradient(left, top, axis === 'x' ? to : 0, axis === 'x' ? 0 : to)
  gradient.addColorStop(0, css(PLATE, 0))
  gradient.addColorStop(1, css(PLATE, 0.85))
  ctx.fillStyle = gradient
  ctx.fillRect(left, top, width, height)
  if (aboveY !== undefined) knockOut(ctx, { x, y: aboveY, across: 300 })
  drawBrand(ctx, ...brand)
  if (link !== undefined && linkY !== undefined) drawLink(ctx, link, linkY)
  return color
}
