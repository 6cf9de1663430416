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

/** Breaks a text at its spaces, and a word that is wider than a line between its letters if it may. */
function wrap(ctx: SKRSContext2D, text: string, room: number, look: TextLook, breaksWords: boolean): string[] {
  const fits = (line: string) => textWidth(ctx, line, look) <= room
  const lines: string[] = []
  const add = (part: string, space: string) => {
    const last = lines.at(-1)
    const longer = last === undefined ? part : `${last}${space}${part}`
    if (last !== undefined && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  for (const word of text.split(' ')) {
    if (!breaksWords || fits(word)) add(word, ' ')
    else for (const [at, letter] of lettersOf(word).entries()) add(letter, at === 0 ? ' ' : '')
  }
  return lines
}

/** Returns at most `most` lines and the look in which they fit: narrower first, then smaller, then cut. */
export function fitLines(
  ctx: SKRSContext2D,
  text: string,
  { most, room, ...look }: TextLook & { most: number; room: number },
): { lines: string[]; look: TextLook } {
  const narrowest = look.stretch === undefined ? [undefined] : [look.stretch, (look.stretch + NARROWEST) / 2, NARROWEST]
  for (let size = look.size; size >= SMALLEST; size -= 4) {
    for (const stretch of narrowest) {
      const tried: TextLook = { ...look, size, ...(stretch === undefined ? {} : { stretch }) }
      const lines = wrap(ctx, text, room, tried, false)
      if (lines.length <= most && lines.every((line) => textWidth(ctx, line, tried) <= room))
        return { lines, look: tried }
    }
  }
  const smallest = { ...look, size: SMALLEST, ...(look.stretch === undefined ? {} : { stretch: NARROWEST }) }
  const lines = wrap(ctx, text, room, smallest, true)
  const kept = lines.slice(0, most)
  if (lines.length > most) kept[most - 1] = fitText(ctx, `${kept[most - 1]}…${lines[most]}`, room, smallest).text
  return { lines: kept, look: smallest }
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
