import { createCanvas, GlobalFonts, Path2D } from '@napi-rs/canvas'
import { CLIP } from './clip.ts'
import type { Pen } from './pen.ts'

const FILES = {
  display: '@fontsource-variable/science-gothic/files/science-gothic-latin-full-normal.woff2',
  reading: '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
}

/** Returns a pen on a canvas of a server, and what hashes its pixels. */
export function testPen(): { pen: Pen; hash: () => Promise<string> } {
  Object.assign(globalThis, { Path2D })
  for (const [family, file] of Object.entries(FILES)) {
    if (!GlobalFonts.has(family)) GlobalFonts.registerFromPath(new URL(import.meta.resolve(file)).pathname, family)
  }
  const canvas = createCanvas(CLIP.width, CLIP.height)
  const ctx = canvas.getContext('2d')
  return {
    pen: { ctx: ctx as unknown as CanvasRenderingContext2D, fonts: { display: '"display"', reading: '"reading"' } },
    hash: async () => new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(canvas.data()))).join(' '),
  }
}
