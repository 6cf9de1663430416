import { initialOf, lettersOf } from '@aura/api/letters'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { setText } from './typefaces.ts'

/** The display font stretched from 50 to 200 percent; without a stretch, the body font. */
export interface TextLook {
  size: number
  weight: number
  stretch?: number
  tracking?: number
}

interface Place {
  align: 'left' | 'center' | 'right'
}

const SMALLEST = 26
const NARROWEST = 60
/** The direction of a text is that of its first letter. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u

function set(ctx: SKRSContext2D, text: string, { size, weight, stretch, tracking = 0 }: TextLook): void {
  const { families, isOwn } = setText(text, stretch === undefined ? 'reading' : 'display')
  ctx.font = `${size}px ${families.map((family) => `"${family}"`).join(', ')}`
  ctx.fontVariationSettings = stretch === undefined ? `'wght' ${weight}` : `'wght' ${weight}, 'wdth' ${stretch}`
  // Space between the letters would tear joined scripts.
  ctx.letterSpacing = isOwn ? `${(tracking * size).toFixed(2)}px` : '0px'
  ctx.direction = RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr'
}

export function textWidth(ctx: SKRSContext2D, text: string, look: TextLook): number {
  set(ctx, text, look)
  return ctx.measureText(text).width
}

/** Returns a text and the look in which it fits: narrower first, then smaller, then cut. */
export function fitText(
  ctx: SKRSContext2D,
  text: string,
  room: number,
  look: TextLook,
): { text: string; look: TextLook } {
  const fitted = { ...look }
  const isTooWide = (tried = text) => textWidth(ctx, tried, fitted) > room
  while (isTooWide() && fitted.stretch !== undefined && fitted.stretch > NARROWEST) {
    fitted.stretch = Math.max(NARROWEST, fitted.stretch - 6)
  }
  while (isTooWide() && fitted.size > SMALLEST) fitted.size -= 2
  const letters = lettersOf(text)
  let cut = text
  while (letters.length > 1 && isTooWide(cut)) {
    letters.pop()
    cut = `${letters.join('').trimEnd()}…`
  }
  return { text: cut, look: fitted }
}

export function fillText(
  ctx: SKRSContext2D,
  text: string,
  x: number,
  y: number,
  { align, ...look }: TextLook & Place,
): void {
  set(ctx, text, look)
  ctx.textAlign = align
  ctx.fillText(text, x, y)
}

/** Draws a text so that it fits into `room` pixels. */
export function fillFitted(
  ctx: SKRSContext2D,
  text: string,
  x: number,
  y: number,
  { align, room, ...look }: TextLook & Place & { room: number },
): void {
  const fit = fitText(ctx, text, room, look)
  fillText(ctx, fit.text, x, y, { ...fit.look, align })
}

/** Draws the first letter of a name around a point. */
export function fillInitial(ctx: SKRSContext2D, name: string, x: number, y: number, look: TextLook): void {
  const initial = initialOf(name)
  set(ctx, initial, look)
  ctx.textAlign = 'center'
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = ctx.measureText(initial)
  ctx.fillText(initial, x, y + (above - below) / 2)
}
