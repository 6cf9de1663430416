import { createRequire } from 'node:module'
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

const require = createRequire(import.meta.url)
const DISPLAY = 'Aura Display'
const READING = 'Aura Text'
GlobalFonts.registerFromPath(
  require.resolve('@fontsource-variable/science-gothic/files/science-gothic-latin-full-normal.woff2'),
  DISPLAY,
)
GlobalFonts.registerFromPath(
  require.resolve(
    '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  ),
  READING,
)

/** The display font stretched from 50 to 200 percent; without a stretch, the body font. */
export interface TextLook {
  size: number
  weight: number
  stretch?: number
  tracking?: number
}

const SMALLEST = 26
const NARROWEST = 60

function set(ctx: SKRSContext2D, { size, weight, stretch, tracking = 0 }: TextLook): void {
  ctx.font = `${size}px "${stretch === undefined ? READING : DISPLAY}"`
  ctx.fontVariationSettings = stretch === undefined ? `'wght' ${weight}` : `'wght' ${weight}, 'wdth' ${stretch}`
  ctx.letterSpacing = `${(tracking * size).toFixed(2)}px`
}

export function textWidth(ctx: SKRSContext2D, text: string, look: TextLook): number {
  set(ctx, look)
  return ctx.measureText(text).width
}

/** Returns the look in which a text fits: narrower first, then smaller. */
export function fitText(ctx: SKRSContext2D, text: string, room: number, look: TextLook): TextLook {
  const fitted = { ...look }
  const isTooWide = () => textWidth(ctx, text, fitted) > room
  while (isTooWide() && fitted.stretch !== undefined && fitted.stretch > NARROWEST) {
    fitted.stretch = Math.max(NARROWEST, fitted.stretch - 6)
  }
  while (isTooWide() && fitted.size > SMALLEST) fitted.size -= 2
  return fitted
}

export function fillText(
  ctx: SKRSContext2D,
  text: string,
  x: number,
  y: number,
  { align, ...look }: TextLook & { align: 'left' | 'center' | 'right' },
): void {
  set(ctx, look)
  ctx.textAlign = align
  ctx.fillText(text, x, y)
}
