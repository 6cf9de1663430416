import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AURA_LEVELS } from '@aura/api/levels'
import { auraShape } from '@aura/drawing/aura-shape'
import { css } from '@aura/drawing/colors'
import type { DrawingContext } from '@aura/drawing/context'
import { drawRing } from '@aura/drawing/draw-ring'
import { LEVELS, PLATE } from '@aura/drawing/palette'
import { createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'

/** Draws the icons of the installed app, which are committed: `node tools/draw-icons.ts`. */

const FOLDER = join(import.meta.dirname, '../web/public/icons')
const LEVEL = AURA_LEVELS.find(({ key }) => key === 'dedicated') ?? AURA_LEVELS[0]
/** A month of days, with light that reaches far enough from the disc to be seen at thumb size. */
const SHAPE = auraShape('aura', 30, 20_000)

/** `share` is the part of half the icon that the disc takes: systems cut a maskable icon to their own shape. */
const ICONS = [
  { name: 'icon-192', size: 192, share: 0.5 },
  { name: 'icon-512', size: 512, share: 0.5 },
  { name: 'maskable-512', size: 512, share: 0.4 },
  { name: 'apple-touch-180', size: 180, share: 0.46 },
]

mkdirSync(FOLDER, { recursive: true })
for (const { name, size, share } of ICONS) {
  const canvas = createCanvas(size, size)
  const ctx = canvas.getContext('2d')
  ctx.fillStyle = css(PLATE, 1)
  ctx.fillRect(0, 0, size, size)
  const r = (size / 2) * share
  const color = LEVELS[LEVEL?.key ?? 'dedicated']
  drawRing(ctx as unknown as DrawingContext, SHAPE, {
    cx: size / 2,
    cy: size / 2,
    r,
    color,
    dark: true,
    fuzz: Math.round(size * 1.4),
    glowEnd: 1 / share,
    weight: 512 / size > 2 ? 0.6 : 1,
  })
  // Fewer colours than the eye distinguishes reduce the size to a quarter.
  await sharp(canvas.toBuffer('image/png'))
    .png({ palette: true, effort: 10 })
    .toFile(join(FOLDER, `${name}.png`))
}
