import { auraShape } from '@aura/drawing/aura-shape'
import { css } from '@aura/drawing/colors'
import type { DrawingContext } from '@aura/drawing/context'
import { drawRing } from '@aura/drawing/draw-ring'
import { STILL_DAY } from '@aura/drawing/hero-loop'
import { INK, INK_2, LEVELS, PLATE } from '@aura/drawing/palette'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawBrand } from './brand.ts'
import { SHAPES } from './size.ts'
import { fillText } from './text.ts'

const DISC = { cx: 850, cy: 315, r: 140 }
const LEFT = 64
const { width, height } = SHAPES.wide

export function drawHomeImage(ctx: SKRSContext2D): void {
  ctx.fillStyle = css(PLATE, 1)
  ctx.fillRect(0, 0, width, height)
  const shape = auraShape('aura-hero-7', STILL_DAY, 400_000)
  const look = { color: LEVELS.vader, dark: true, fuzz: 1_100, glowEnd: height / 2 / DISC.r }
  drawRing(ctx as unknown as DrawingContext, shape, { ...DISC, ...look })
  ctx.fillStyle = css(INK_2, 1)
  fillText(ctx, 'Day', DISC.cx, 262, { size: 28, weight: 500, stretch: 100, align: 'center' })
  ctx.fillStyle = css(INK, 1)
  fillText(ctx, String(STILL_DAY), DISC.cx, 358, { size: 108, weight: 300, stretch: 70, align: 'center' })
  ctx.fillStyle = css(LEVELS.vader, 1)
  fillText(ctx, 'Aura Vader', DISC.cx, 404, { size: 26, weight: 650, stretch: 100, align: 'center' })
  drawBrand(ctx, LEFT + 19, 76)
  ctx.fillStyle = css(INK, 1)
  const look_ = { size: 132, weight: 850, tracking: -0.03, align: 'left' } as const
  fillText(ctx, 'Build', LEFT - 5, 300, { ...look_, stretch: 50 })
  fillText(ctx, 'your', LEFT, 408, { ...look_, stretch: 112 })
  fillText(ctx, 'aura', LEFT - 8, 516, { ...look_, stretch: 178 })
  ctx.fillStyle = css(INK_2, 1)
  fillText(ctx, 'Learn, keep going, battle, get vouched.', LEFT, 580, { size: 28, weight: 400, align: 'left' })
}
