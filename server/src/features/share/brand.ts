import { css } from '@aura/drawing/colors'
import { LOGO_RAYS } from '@aura/drawing/logo-rays'
import { INK, PLATE } from '@aura/drawing/palette'
import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { fillFitted, fillText } from './text.ts'

const RAYS = new Path2D(LOGO_RAYS)
const SIZE = 38

export function drawBrand(ctx: SKRSContext2D, x: number, y: number): void {
  ctx.save()
  ctx.translate(x - SIZE / 2, y - SIZE / 2)
  ctx.scale(SIZE / 24, SIZE / 24)
  ctx.strokeStyle = css(INK, 1)
  ctx.lineCap = 'round'
  ctx.lineWidth = 1.9
  ctx.beginPath()
  ctx.arc(12, 12, 5.6, 0, 7)
  ctx.stroke()
  ctx.lineWidth = 1.35
  ctx.stroke(RAYS)
  ctx.restore()
  ctx.fillStyle = css(INK, 1)
  fillText(ctx, 'Aura', x + 31, y + 9, { size: 26, weight: 800, stretch: 180, tracking: -0.02, align: 'left' })
}

/** Darkens an ellipse `across` wide from its middle, so that text can be read over lines. */
export function knockOut(ctx: SKRSContext2D, { x, y, across }: { x: number; y: number; across: number }): void {
  ctx.save()
  ctx.translate(x, y)
  ctx.scale(1, 0.36)
  const gradient = ctx.createRadialGradient(0, 0, 0, 0, 0, across)
  gradient.addColorStop(0, css(PLATE, 1))
  gradient.addColorStop(0.6, css(PLATE, 1))
  gradient.addColorStop(1, css(PLATE, 0))
  ctx.fillStyle = gradient
  ctx.fillRect(-across, -across, 2 * across, 2 * across)
  ctx.restore()
}

/** Draws the address that leads to what an upright picture shows, across its middle. */
export function drawLink(ctx: SKRSContext2D, link: string, y: number): void {
  ctx.fillStyle = css(INK, 1)
  const { width } = ctx.canvas
  fillFitted(ctx, link, width / 2, y, { size: 36, weight: 600, room: width - 160, align: 'center' })
}
