import { TAU } from './aura-shape.ts'
import type { Field, FieldLine, FieldSide, FieldSpec } from './battle-field.ts'
import { css, type Rgb } from './colors.ts'
import type { DrawingContext, Gradient } from './context.ts'

export interface FieldStyle {
  colorA: Rgb
  colorB: Rgb
  /** Dark adds light; the light theme draws ink on paper. */
  dark: boolean
  weight?: number
  only?: 'a' | 'b' | undefined
}

const BRIGHTNESS = { bright: [1, 0.75, 0.3], long: [0.6, 0.3, 0.1], fine: [0.5, 0.25, 0] } as const
/** Glow radius in disc radii, rim width in pixels. */
const GLOW = 2.6
const RIM = 2
/** Lines that end within this distance share a gradient. */
const SHARED_PX = 16

/** Gradients of one context by `paintKey`. Callers that redraw the same two sides keep them. */
export type FieldPaints = Map<number, Gradient>

export function drawField(
  ctx: DrawingContext,
  field: Field,
  spec: FieldSpec,
  style: FieldStyle,
  paints: FieldPaints = new Map(),
): void {
  ctx.save()
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  const { share } = spec
  if (style.only !== 'b')
    drawSide(ctx, field.a, { side: spec.a, color: style.colorA, strength: share, paints, name: 'a' }, style)
  if (style.only !== 'a')
    drawSide(ctx, field.b, { side: spec.b, color: style.colorB, strength: 1 - share, paints, name: 'b' }, style)
  ctx.restore()
}

interface Part {
  side: FieldSide
  color: Rgb
  strength: number
  paints: FieldPaints
  name: 'a' | 'b'
}

function drawSide(ctx: DrawingContext, lines: readonly FieldLine[], part: Part, style: FieldStyle): void {
  const { side, color, paints, name } = part
  ctx.globalCompositeOperation = style.dark ? 'lighter' : 'multiply'
  drawGlow(ctx, part)
  const [left, top] = side.at
  for (const { kind, points, weight } of lines) {
    const dx = (points[points.length - 2] ?? left) - left
    const dy = (points[points.length - 1] ?? top) - top
    const shared = Math.ceil(Math.max(side.radius + 20, Math.sqrt(dx * dx + dy * dy)) / SHARED_PX)
    const key = paintKey(name, kind, shared)
    let paint = paints.get(key)
    if (!paint) {
      paint = fade(ctx, side, shared * SHARED_PX, BRIGHTNESS[kind], color)
      paints.set(key, paint)
    }
    ctx.strokeStyle = paint
    ctx.lineWidth = (style.weight ?? 1) * (kind === 'bright' ? 1.1 + 1.6 * weight : 0.75)
    strokeLine(ctx, points)
  }
  ctx.globalCompositeOperation = 'source-over'
  ctx.strokeStyle = css(color, 1)
  ctx.lineWidth = RIM
  ctx.beginPath()
  ctx.arc(side.at[0], side.at[1], side.radius, 0, TAU)
  ctx.stroke()
}

const KINDS = { bright: 0, long: 1, fine: 2 } as const

/** Returns a number, because a string for each line of each frame would be garbage to collect. */
const paintKey = (side: 'a' | 'b', kind: FieldLine['kind'], shared: number): number =>
  shared * 6 + KINDS[kind] * 2 + (side === 'a' ? 0 : 1)

function drawGlow(ctx: DrawingContext, { side, color, strength }: Part): void {
  const {
    at: [x, y],
    radius,
  } = side
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

export function strokeLine(ctx: DrawingContext, points: Float32Array, from = 0, to = points.length): void {
  ctx.beginPath()
  ctx.moveTo(points[from] as number, points[from + 1] as number)
  for (let i = from + 2; i < to; i += 2) ctx.lineTo(points[i] as number, points[i + 1] as number)
  ctx.stroke()
}
