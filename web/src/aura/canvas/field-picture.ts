import { auraShape } from '@aura/drawing/aura-shape'
import { battleField, type Field, type FieldSpec } from '@aura/drawing/battle-field'
import type { Rgb } from '@aura/drawing/colors'
import { drawField } from '@aura/drawing/draw-field'
import type { Point } from '@aura/drawing/filaments'
import { tokenColors } from '../level-colors.ts'
import { MAX_PIXEL_RATIO } from './quality.ts'

export interface FieldPerson {
  id: string
  days: number
  auraPoints: number
  /** Colour token: a level's key, `ink` or a grey. */
  color: string
  /** Totals of the largest gifters, drawn as bright lines. */
  gifts: readonly number[]
}

export interface FieldPicture {
  a: FieldPerson
  b: FieldPerson
  share: number
  layout: FieldLayout
}

/** Computes positions in pixels for a box, and the lines' density and weight. */
export type FieldLayout = (
  width: number,
  height: number,
) => { a: Point; b: Point; radius: number; lines: number; reach: number; weight: number }

export const shareOf = (a: number, b: number): number => (a + b === 0 ? 0.5 : a / (a + b))

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
