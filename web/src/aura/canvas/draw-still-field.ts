import { auraShape } from '@aura/drawing/aura-shape'
import { battleField, type Field, type FieldSpec } from '@aura/drawing/battle-field'
import { css, type Rgb } from '@aura/drawing/colors'
import { drawField, strokeLine } from '@aura/drawing/draw-field'
import type { Point } from '@aura/drawing/filaments'
import type { FieldLayout, FieldPerson, FieldPicture } from './field-picture.ts'
import { MAX_PIXEL_RATIO } from './quality.ts'
import { tokenColors } from './token-colors.ts'

export function fieldSpec({ a, b, share, layout }: FieldPicture, width: number, height: number): FieldSpec {
  const place = layout(width, height)
  const side = (person: FieldPerson, at: Point) => ({
    shape: auraShape(person.id, person.days, person.auraPoints),
    at,
    radius: place.radius,
    gifts: person.gifts,
  })
  return { width, height, a: side(a, place.a), b: side(b, place.b), share, lines: place.lines, reach: place.reach }
}

/** Resizes the canvas to its box in device pixels, at most `maxPx` wide. Returns null while the box has no size. */
export function fitCanvas(
  element: HTMLCanvasElement,
  maxPx = Number.POSITIVE_INFINITY,
): CanvasRenderingContext2D | null {
  const { clientWidth: width, clientHeight: height } = element
  const ctx = element.getContext('2d')
  if (!ctx || width === 0 || height === 0) return null
  const ratio = Math.min(MAX_PIXEL_RATIO, devicePixelRatio, maxPx / width)
  element.width = Math.round(width * ratio)
  element.height = Math.round(height * ratio)
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0)
  return ctx
}

export function sideColors({ a, b }: Pick<FieldPicture, 'a' | 'b'>): readonly [Rgb, Rgb] {
  const [colorA, colorB] = tokenColors([a.color, b.color])
  const grey: Rgb = [128, 128, 128]
  return [colorA ?? grey, colorB ?? grey]
}

export function drawStillField(element: HTMLCanvasElement, picture: FieldPicture, isDark: boolean): Field | null {
  const ctx = fitCanvas(element)
  if (!ctx) return null
  const spec = fieldSpec(picture, element.clientWidth, element.clientHeight)
  const field = battleField(spec)
  const [colorA, colorB] = sideColors(picture)
  const { weight } = picture.layout(element.clientWidth, element.clientHeight)
  drawField(ctx, field, spec, { colorA, colorB, dark: isDark, weight })
  return field
}

const nobody = (id: string): FieldPerson => ({ id, days: 0, auraPoints: 0, color: 'line-2', gifts: [] })

/** Draws the lines between two sides that nobody has taken yet. */
export function drawDottedField(element: HTMLCanvasElement, layout: FieldLayout): void {
  const ctx = fitCanvas(element)
  if (!ctx) return
  const empty = { a: nobody('a'), b: nobody('b'), share: 0.5, layout }
  const { a, b } = battleField(fieldSpec(empty, element.clientWidth, element.clientHeight))
  const [grey = [128, 128, 128] as const] = tokenColors(['line-2'])
  ctx.setLineDash([1.5, 9])
  ctx.lineCap = 'round'
  ctx.lineWidth = 1.25
  ctx.strokeStyle = css(grey, 0.6)
  for (const { points } of [...a, ...b]) strokeLine(ctx, points)
}
