import { initialOf, lettersOf } from '@aura/api/letters'
import { auraShape } from '@aura/drawing/aura-shape'
import { css, type Rgb } from '@aura/drawing/colors'
import { drawRing } from '@aura/drawing/draw-ring'
import { LOGO_RAYS } from '@aura/drawing/logo-rays'
import { INK, PLATE } from '@aura/drawing/palette'
import { CLIP } from './clip.ts'

/** Font families as in CSS. */
export interface Fonts {
  display: string
  reading: string
}

/** A canvas with all that its pictures need, read and loaded before the first. */
export interface Pen {
  ctx: CanvasRenderingContext2D
  fonts: Fonts
}

/** `width` of the display font; without one, the text is set in the reading font. */
export interface TextLook {
  size: number
  weight: number
  width?: keyof typeof WIDTHS
  color?: Rgb
  align?: 'left' | 'center' | 'right'
  /** Pixels in which the text must fit. */
  room: number
}

/** Keywords of `font-stretch`, the only widths that the font of a canvas takes. */
const WIDTHS = { narrow: 'extra-condensed', slim: 'condensed', normal: 'normal', wide: 'semi-expanded' } as const
const SMALLEST = 22

/** Width in pixels of the rim that a face leaves free. */
const RIM = 4

const BRAND = 'Aura'
const LOGO_PX = 44

export const fontOf = (fonts: Fonts, { size, weight, width }: Pick<TextLook, 'size' | 'weight' | 'width'>): string =>
  width ? `${WIDTHS[width]} ${weight} ${size}px ${fonts.display}` : `${weight} ${size}px ${fonts.reading}`

/** Draws a line of text: narrower where it doesn't fit, then smaller, then cut. */
export function fillText({ ctx, fonts }: Pen, text: string, x: number, y: number, look: TextLook): void {
  const { room, color = INK, align = 'center' } = look
  const set = (size: number, width = look.width) => {
    ctx.font = fontOf(fonts, { size, weight: look.weight, ...(width ? { width } : {}) })
    return ctx.measureText(text).width
  }
  const isNarrower = set(look.size) > room && look.width !== undefined
  const width = isNarrower ? 'narrow' : look.width
  const natural = isNarrower ? set(look.size, width) : ctx.measureText(text).width
  if (natural > room) set(Math.max(SMALLEST, Math.floor((look.size * room) / natural)), width)
  ctx.fillStyle = css(color, 1)
  ctx.textAlign = align
  ctx.textBaseline = 'alphabetic'
  ctx.fillText(cutToRoom(ctx, text, room), x, y)
}

function cutToRoom(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text
  const letters = lettersOf(text)
  let [fits, tooLong] = [0, letters.length]
  const cut = (count: number) => `${letters.slice(0, count).join('').trimEnd()}…`
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (ctx.measureText(cut(middle)).width <= room) fits = middle
    else tooLong = middle
  }
  return cut(fits)
}

export interface FaceLook {
  name: string
  photo: CanvasImageSource | null
  x: number
  y: number
  r: number
  isPale?: boolean
}

/** Draws a person's photo, or else the first letter of their name, into a disc. */
export function drawFace({ ctx, fonts }: Pen, { name, photo, x, y, r, isPale = false }: FaceLook): void {
  ctx.save()
  ctx.globalAlpha *= isPale ? 0.5 : 1
  if (photo) {
    ctx.beginPath()
    ctx.arc(x, y, r, 0, 2 * Math.PI)
    ctx.clip()
    ctx.drawImage(photo, x - r, y - r, 2 * r, 2 * r)
  } else {
    const initial = initialOf(name)
    ctx.font = fontOf(fonts, { size: Math.round(r), weight: 800, width: 'normal' })
    ctx.fillStyle = css(INK, 1)
    ctx.textAlign = 'center'
    ctx.textBaseline = 'alphabetic'
    const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = ctx.measureText(initial)
    ctx.fillText(initial, x, y + (above - below) / 2)
  }
  ctx.restore()
}

export interface RingedFace extends Pick<FaceLook, 'name' | 'photo'> {
  id: string
  days: number
  auraPoints: number
}

interface RingPlace {
  x: number
  y: number
  r: number
  color: Rgb
  /** Streak day that the ring shows. A fraction shows the next line growing. */
  day: number
}

/** Number of fine lines: as many as on a phone. */
const FUZZ = 760

/** Draws a person's ring around their face. */
export function drawPersonRing(
  pen: Pen,
  { id, days, auraPoints, ...face }: RingedFace,
  { x, y, r, color, day }: RingPlace,
): void {
  const glowEnd = Math.min(x, CLIP.width - x) / r
  const style = { cx: x, cy: y, r, color, dark: true, fuzz: FUZZ, weight: 1.3, day, glowEnd }
  drawRing(pen.ctx, auraShape(id, days, auraPoints), style)
  drawFace(pen, { ...face, x, y, r: r - RIM })
}

/** Starts a frame: an empty plate. */
export function clear({ ctx }: Pen): void {
  ctx.globalAlpha = 1
  ctx.globalCompositeOperation = 'source-over'
  ctx.fillStyle = css(PLATE, 1)
  ctx.fillRect(0, 0, CLIP.width, CLIP.height)
}

/** Lets what was drawn fade into the plate from one height to another, and beyond: text stands there. */
export function fade({ ctx }: Pen, from: number, to: number): void {
  const gradient = ctx.createLinearGradient(0, from, 0, to)
  gradient.addColorStop(0, css(PLATE, 0))
  gradient.addColorStop(1, css(PLATE, 1))
  ctx.save()
  // Whatever fades in or out itself ends there, too.
  ctx.globalAlpha = 1
  ctx.fillStyle = gradient
  if (from < to) ctx.fillRect(0, from, CLIP.width, CLIP.height - from)
  else ctx.fillRect(0, 0, CLIP.width, from)
  ctx.restore()
}

export function drawBrand(pen: Pen, y: number): void {
  const { ctx } = pen
  const x = CLIP.width / 2 - 78
  ctx.save()
  ctx.translate(x, y - LOGO_PX / 2)
  ctx.scale(LOGO_PX / 24, LOGO_PX / 24)
  ctx.strokeStyle = css(INK, 1)
  ctx.lineCap = 'round'
  ctx.lineWidth = 1.9
  ctx.beginPath()
  ctx.arc(12, 12, 5.6, 0, 2 * Math.PI)
  ctx.stroke()
  ctx.lineWidth = 1.35
  ctx.stroke(new Path2D(LOGO_RAYS))
  ctx.restore()
  fillText(pen, BRAND, x + LOGO_PX + 14, y + 11, { size: 32, weight: 800, width: 'wide', align: 'left', room: 200 })
}

/** Draws with an opacity from 0 to 1. */
export function withAlpha({ ctx }: Pen, alpha: number, draw: () => void): void {
  ctx.save()
  ctx.globalAlpha = Math.min(1, Math.max(0, alpha))
  draw()
  ctx.restore()
}
