import { type AuraShape, TAU } from './aura-shape.ts'
import { css, mix, type Rgb } from './colors.ts'
import type { DrawingContext, Gradient } from './context.ts'
import { type Filament, filaments, type Point } from './filaments.ts'
import { glowOfDay } from './form-of-day.ts'

export interface RingStyle {
  cx: number
  cy: number
  r: number
  color: Rgb
  dark: boolean
  fuzz: number
  /** Streak day to draw; defaults to the shape's own. A fraction shows the next line growing. */
  day?: number
  weight?: number
  /** Radius at which the glow has faded out, in rim radii. */
  glowEnd: number
}

/** Rim width in pixels, equal to the live drawing's. */
const RIM = 2.4
const FADE = 1.35
const BRIGHTNESS = { fuzz: 0.42, streamer: 1, hair: 0.5 } as const
const WIDTH = { fuzz: 0.62, streamer: 1.15, hair: 0.6 } as const

export function drawRing(ctx: DrawingContext, shape: AuraShape, style: RingStyle): void {
  ctx.save()
  ctx.translate(style.cx, style.cy)
  ctx.lineCap = 'butt'
  ctx.lineJoin = 'round'
  ctx.globalCompositeOperation = style.dark ? 'lighter' : 'source-over'
  const { day = shape.days } = style
  drawGlow(ctx, day, style)
  const gradients = new Map<string, Gradient>()
  for (const line of filaments(shape, style.fuzz, day)) drawFilament(ctx, line, style, gradients)
  ctx.lineWidth = RIM
  ctx.strokeStyle = css(style.color, 0.95)
  ctx.beginPath()
  ctx.arc(0, 0, style.r, 0, TAU)
  ctx.stroke()
  ctx.restore()
}

function drawGlow(ctx: DrawingContext, day: number, { r, color, dark, glowEnd }: RingStyle): void {
  const strength = glowOfDay(day) * (dark ? 1 : 0.5)
  const gradient = ctx.createRadialGradient(0, 0, r, 0, 0, r * glowEnd)
  for (let i = 0; i <= 16; i++) {
    const d = (i / 16) ** 2 * (glowEnd - 1)
    const s = d / (glowEnd - 1)
    const end = (1 - s * s * (3 - 2 * s)) ** 2
    const glow = (0.55 * Math.exp(-d * 7) + 0.17 * Math.exp(-d * 2.1)) * end * strength
    gradient.addColorStop(s, css(color, glow))
  }
  ctx.fillStyle = gradient
  ctx.beginPath()
  ctx.arc(0, 0, r * glowEnd, 0, TAU)
  ctx.arc(0, 0, r, 0, TAU, true)
  ctx.fill()
}

function drawFilament(ctx: DrawingContext, line: Filament, style: RingStyle, gradients: Map<string, Gradient>): void {
  const { r, weight = 1 } = style
  const points = line.points.map(([x, y]): Point => [x * r, y * r])
  const paint = line.kind === 'hair' ? hairPaint(ctx, points, line, style) : rayPaint(ctx, line, style, gradients)
  const width = WIDTH[line.kind] * 0.8 * 2 * weight
  if (line.kind === 'streamer') {
    ctx.fillStyle = paint
    taper(ctx, points, width)
    ctx.fill()
    return
  }
  ctx.strokeStyle = paint
  ctx.lineWidth = width * 0.85
  ctx.beginPath()
  for (const [i, [x, y]] of points.entries()) i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)
  ctx.stroke()
}

/** Hot at the root, its own colour from a third on, transparent at the tip. */
function addFade(gradient: Gradient, { color, dark }: RingStyle, brightness: number): Gradient {
  const core = dark ? mix(color, [255, 255, 255], 0.55) : mix(color, [0, 0, 0], 0.18)
  for (const t of [0, 0.15, 0.3, 0.5, 0.75, 1]) {
    const k = Math.min(1, t / 0.3)
    gradient.addColorStop(t, css(mix(core, color, k * k * (3 - 2 * k)), brightness * (1 - t) ** FADE))
  }
  return gradient
}

/** Rays all start at the rim, so those of similar length share a gradient. */
function rayPaint(ctx: DrawingContext, line: Filament, style: RingStyle, gradients: Map<string, Gradient>): Gradient {
  const length = Math.max(1, Math.ceil(line.length * 64)) / 64
  const key = `${line.kind}:${length}:${line.grown.toFixed(1)}`
  const known = gradients.get(key)
  if (known) return known
  const gradient = ctx.createRadialGradient(0, 0, style.r, 0, 0, style.r * (1 + length))
  gradients.set(key, addFade(gradient, style, BRIGHTNESS[line.kind] * line.grown))
  return gradient
}

function hairPaint(ctx: DrawingContext, points: Point[], line: Filament, style: RingStyle): Gradient {
  const a = points[0] ?? [0, 0]
  const b = points.at(-1) ?? a
  return addFade(ctx.createLinearGradient(a[0], a[1], b[0], b[1]), style, BRIGHTNESS.hair * line.grown)
}

function taper(ctx: DrawingContext, points: Point[], width: number): void {
  const edge = (side: number) =>
    points.map(([x, y], i): Point => {
      const [ax, ay] = points[Math.max(0, i - 1)] ?? [x, y]
      const [bx, by] = points[Math.min(points.length - 1, i + 1)] ?? [x, y]
      const size = Math.hypot(bx - ax, by - ay) || 1
      const half = (width / 2) * (1 - 0.45 * (i / points.length)) * side
      return [x - ((by - ay) / size) * half, y + ((bx - ax) / size) * half]
    })
  ctx.beginPath()
  for (const [i, [x, y]] of [...edge(1), ...edge(-1).reverse()].entries()) i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)
  ctx.closePath()
}
