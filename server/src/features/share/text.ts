import { createRequire } from 'node:module'
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

const require = createRequire(import.meta.url)
const FAMILY = 'Aura Display'
GlobalFonts.registerFromPath(
  require.resolve('@fontsource-variable/science-gothic/files/science-gothic-latin-full-normal.woff2'),
  FAMILY,
)

/** How a text is set in the display font, which swells from 50 to 200 percent. */
export interface TextLook {
  size: number
  weight: number
  stretch: number
}

/** Smaller than this nobody reads on a phone. */
const SMALLEST = 26
const NARROWEST = 60

function set(ctx: SKRSContext2D, { size, weight, stretch }: TextLook): void {
  ctx.font = `${size}px "${FAMILY}"`
  ctx.fontVariationSettings = `'wght' ${weight}, 'wdth' ${stretch}`
}

/** Makes a text narrower, and only then smaller, until it fits. */
export function fitText(ctx: SKRSContext2D, text: string, room: number, look: TextLook): TextLook {
  const fitted = { ...look }
  const isTooWide = () => {
    set(ctx, fitted)
    return ctx.measureText(text).width > room
  }
  while (isTooWide() && fitted.stretch > NARROWEST) fitted.stretch = Math.max(NARROWEST, fitted.stretch - 6)
  while (isTooWide() && fitted.size > SMALLEST) fitted.size -= 2
  return fitted
}

/** Writes a text on its baseline. */
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
