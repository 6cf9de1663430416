import { TAU } from './aura-shape.ts'
import type { Field, FieldLine, FieldSide, FieldSpec } from './battle-field.ts'
import { css, type Rgb } from './colors.ts'
import type { DrawingContext, Gradient } from './context.ts'
import type { Point } from './filaments.ts'

/** How a field is drawn. */
export interface FieldStyle {
  colorA: Rgb
  colorB: Rgb
  /** Dark adds light; light theme lays ink over paper. */
  dark: boolean
  /** Thickness of the lines; 1 unless told. */
  weight?: number
}

/** Brightness of a line at its root, half way and at its end. */
const BRIGHTNESS = { bright: [1, 0.75, 0.3], long: [0.6, 0.3, 0.1], fine: [0.5, 0.25, 0] } as const
/** The glow reaches this many radii, the rim is this many pixels. */
const GLOW = 2.6
const RIM = 2
/** Lines that end within so many pixels share a gradient. */
const SHARED_PX = 16

/** Draws a battle's field around two empty discs. */
export function drawField(ctx: DrawingContext, field: Field, spec: FieldSpec, style: FieldStyle): void {
  ctx.save()
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  drawSide(ctx, field.a, { side: spec.a, color: style.colorA, strength: spec.share }, style)
  drawSide(ctx, field.b, { side: spec.b, color: style.colorB, strength: 1 - spec.share }, style)
  ctx.restore()
}

interface Part {
  side: FieldSide
  color: Rgb
  /** Its share of the whole. */
  strength: number
}

function drawSide(ctx: DrawingContext, lines: readonly FieldLine[], part: Part, style: FieldStyle): void {
  const { side, color } = part
  ctx.globalCompositeOperation = style.dark ? 'lighter' : 'multiply'
  drawGlow(ctx, part)
  const gradients = new Map<string, Gradient>()
  for (const { kind, points, weight } of lines) {
    const end = points.at(-1) ?? side.at
    const distance = Math.max(side.radius + 20, Math.hypot(end[0] - side.at[0], end[1] - side.at[1]))
    const shared = Math.ceil(distance / SHARED_PX) * SHARED_PX
    const key = `${kind}:${shared}`
    const paint = gradients.get(key) ?? fade(ctx, side, shared, BRIGHTNESS[kind], color)
    gradients.set(key, paint)
    ctx.strokeStyle = paint
    ctx.lineWidth = (style.weight ?? 1) * (kind === 'bright' ? 1.1 + 1.6 * weight : 0.75)
    stroke(ctx, points)
  }
  ctx.globalCompositeOperation = 'source-over'
  ctx.strokeStyle = css(color, 1)
  ctx.lineWidth = RIM
  ctx.beginPath()
  ctx.arc(side.at[0], side.at[1], side.radius, 0, TAU)
  ctx.stroke()
}

function drawGlow(ctx: DrawingContext, { side, color, strength }: Part): void {
  const {
    at: [x, y],
    radius,
  } = side
  // Who has half of everything or more glows in full.
  const full = Math.min(1, 2 * strength)
  const gradient = ctx.createRadialGradient(x, y, radius, x, y, radius * GLOW)
  gradient.addColorStop(0, css(color, 0.36 * full))
  gradient.addColorStop(0.3, css(color, 0.12 * full))
  gradient.addColorStop(1, css(color, 0))
  ctx.fillStyle = gradient
  ctx.beginPath()
  ctx.arc(x, y, radius * GLOW, 0, TAU)
  ctx.arc(x, y, radius, 0, TAU, true)
  ctx.fill()
}

function fade(
  ctx: DrawingContext,
  { at: [x, y], radius }: FieldSide,
  distance: number,
  [root, middle, end]: readonly [number, number, number],
  color: Rgb,
): Gradient {
  const gradient = ctx.createRadialGradient(x, y, radius, x, y, distance)
  gradient.addColorStop(0, css(color, root))
  gradient.addColorStop(0.5, css(color, middle))
  gradient.addColorStop(1, css(color, end))
  return gradient
}

function stroke(ctx: DrawingContext, points: readonly Point[]): void {
  ctx.beginPath()
  for (const [i, [x, y]] of points.entries()) i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)
  ctx.stroke()
}
