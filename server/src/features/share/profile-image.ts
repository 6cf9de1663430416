import { AURA_LEVELS, type AuraLevel, levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { css, type Rgb } from '@aura/drawing/colors'
import { sigilRays } from '@aura/drawing/sigil-rays'
import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { drawFigure, drawFigureLine, figureWidth, type ShareFigure } from './figure-text.ts'
import { INK } from './palette.ts'
import { drawPersonField, type RingedPerson } from './person-field.ts'
import { fillFitted, fillText } from './text.ts'

export interface ProfilePicture extends RingedPerson {
  /** Figures shown after points and days. */
  figures: readonly ShareFigure[]
}

const [LEFT, RIGHT] = [640, 1_136]
const ROOM = RIGHT - LEFT
const FIELD = { x: 336, y: 315, r: 158, letterSize: 160, fade: [LEFT - 40, LEFT + 140] } as const

export function drawProfileImage(ctx: SKRSContext2D, picture: ProfilePicture): void {
  const { name, days, auraPoints, figures } = picture
  const color = drawPersonField(ctx, picture, FIELD)
  drawLevel(ctx, levelOfStreak(days), color)

  ctx.fillStyle = css(INK, 1)
  const shared = { weight: 850, room: ROOM, align: 'left' } as const
  fillFitted(ctx, name, LEFT, 362, { ...shared, size: 72, stretch: 94, tracking: -0.04 })
  const points = formatWhole(auraPoints)
  fillFitted(ctx, points, LEFT - 4, 486, { ...shared, size: 108, stretch: 108, tracking: -0.05 })
  drawFigureLine(ctx, LEFT, ROOM)
  drawFigures(ctx, days, figures)
}

function drawLevel(ctx: SKRSContext2D, level: AuraLevel, color: Rgb): void {
  const size = 34
  ctx.save()
  ctx.translate(LEFT, 272 - size / 2)
  ctx.scale(size / 16, size / 16)
  ctx.strokeStyle = ctx.fillStyle = css(color, 1)
  ctx.lineCap = 'round'
  ctx.lineWidth = 1.5
  ctx.beginPath()
  ctx.arc(8, 8, 3.3, 0, 7)
  if (level.maxDays === null) ctx.fill()
  ctx.stroke()
  ctx.lineWidth = 1.4
  ctx.stroke(new Path2D(sigilRays((AURA_LEVELS.indexOf(level) + 1) * 2)))
  ctx.restore()
  ctx.fillStyle = css(color, 1)
  fillText(ctx, level.name, LEFT + 46, 283, { size: 32, weight: 650, stretch: 100, align: 'left' })
}

function drawFigures(ctx: SKRSContext2D, days: number, figures: readonly ShareFigure[]): void {
  const all = [
    { number: '', words: 'Aura Points' },
    { number: formatWhole(days), words: days === 1 ? 'day' : 'days' },
    ...figures,
  ].map((figure) => ({ figure, width: figureWidth(ctx, figure) }))
  const gap = (ROOM - all.reduce((sum, { width }) => sum + width, 0)) / (all.length - 1)
  let x = LEFT
  for (const { figure, width } of all) {
    drawFigure(ctx, figure, x)
    x += width + gap
  }
}
