import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AURA_LEVELS } from '@aura/api/levels'
import { auraShape } from '@aura/drawing/aura-shape'
import { css } from '@aura/drawing/colors'
import type { DrawingContext } from '@aura/drawing/context'
import { drawRing } from '@aura/drawing/draw-ring'
import { createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { LEVELS, PLATE } from '../server/src/features/share/palette.ts'

/** Draws the icons of the installed app, which are kept: `node server/tools/draw-icons.ts`. */

const FOLDER = join(import.meta.dirname, '../web/public/icons')
const LEVEL = AURA_LEVELS.find(({ key }) => key === 'dedicated') ?? AURA_LEVELS[0]
/** A month of days, with light far enough from the disc to be seen at the size of a thumb. */
const SHAPE = auraShape('aura', 30, 20_000)

/** `share` of half the icon is the disc: systems cut a maskable icon to whatever form they like. */
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
  // A quarter of the size, by fewer colours than anybody sees.
  await sharp(canvas.toBuffer('image/png'))
    .png({ palette: true, effort: 10 })
    .toFile(join(FOLDER, `${name}.png`))
}
