import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts, Path2D } from '@napi-rs/canvas'
import { CLIP } from './clip.ts'
import type { Pen } from './pen.ts'

const require = createRequire(import.meta.url)
const FILES = {
  display: '@fontsource-variable/science-gothic/files/science-gothic-latin-full-normal.woff2',
  reading: '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
}

/** Returns a pen on a canvas of a server, and what hashes its pixels. */
export function testPen(): { pen: Pen; hash: () => string } {
  Object.assign(globalThis, { Path2D })
  for (const [family, file] of Object.entries(FILES)) {
    if (!GlobalFonts.has(family)) GlobalFonts.registerFromPath(require.resolve(file), family)
  }
  const canvas = createCanvas(CLIP.width, CLIP.height)
  const ctx = canvas.getContext('2d')
  return {
    pen: { ctx: ctx as unknown as CanvasRenderingContext2D, fonts: { display: '"display"', reading: '"reading"' } },
    hash: () => createHash('sha256').update(canvas.data()).digest('hex'),
  }
}
