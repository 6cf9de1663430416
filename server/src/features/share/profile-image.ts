import { AURA_LEVELS, type AuraLevel, levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { css, type Rgb } from '@aura/drawing/colors'
import { INK, INK_2 } from '@aura/drawing/palette'
import { sigilRays } from '@aura/drawing/sigil-rays'
import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import type { Faces } from './faces.ts'
import { drawFigures, type ShareFigure } from './figure-text.ts'
import { drawPersonField, type PersonField, type RingedPerson } from './person-field.ts'
import type { Shape } from './size.ts'
import { fillFitted, fillText, textWidth } from './text.ts'

export interface ProfilePicture extends RingedPerson {
  /** Figures shown after points and days. */
  figures: readonly ShareFigure[]
}

interface Layout {
  field: PersonField
  align: 'left' | 'center'
  x: number
  room: number
  level: { y: number; size: number }
  name: { y: number; size: number }
  /** The points, or on a streak's picture the days with their unit below. */
  number: { y: number; size: number; of: 'points' | 'days' }
  unit?: { y: number; size: number }
  figures: { y: number; size: number; gap?: number }
}

const LAYOUTS: Readonly<Record<Shape, Layout>> = {
  wide: {
    field: { x: 336, y: 315, r: 158, letterSize: 160, fade: ['x', 600, 780], brand: [993, 76] },
    align: 'left',
    x: 640,
    room: 496,
    level: { y: 283, size: 32 },
    name: { y: 362, size: 72 },
    number: { y: 486, size: 108, of: 'points' },
    figures: { y: 561, size: 28 },
  },
  upright: {
    field: {
      x: 540,
      y: 660,
      r: 236,
      letterSize: 236,
      fade: ['y', 970, 1070],
      brand: [493, 290],
      aboveY: 290,
      linkY: 1620,
    },
    align: 'center',
    x: 540,
    room: 900,
    level: { y: 1060, size: 42 },
    name: { y: 1150, size: 84 },
    number: { y: 1365, size: 250, of: 'days' },
    unit: { y: 1430, size: 42 },
    figures: { y: 1530, size: 38, gap: 60 },
  },
}

export function drawProfileImage(ctx: SKRSContext2D, picture: ProfilePicture, faces: Faces, shape: Shape): void {
  const { name, days, auraPoints, figures } = picture
  const layout = LAYOUTS[shape]
  const { x, room, align, number } = layout
  const color = drawPersonField(ctx, picture, faces, layout.field)
  drawLevel(ctx, levelOfStreak(days), color, layout)

  ctx.fillStyle = css(INK, 1)
  fillFitted(ctx, name, x, layout.name.y, {
    weight: 850,
    room,
    align,
    size: layout.name.size,
    stretch: 94,
    tracking: -0.04,
  })
  const isOfDays = number.of === 'days'
  const written = formatWhole(isOfDays ? days : auraPoints)
  const from = align === 'left' ? x - 4 : x
  fillFitted(ctx, written, from, number.y, {
    weight: 850,
    room,
    align,
    size: number.size,
    stretch: 108,
    tracking: -0.05,
  })
  const unit = days === 1 ? 'day' : 'days'
  if (layout.unit) {
    ctx.fillStyle = css(INK_2, 1)
    fillText(ctx, `${unit} in a row`, x, layout.unit.y, { weight: 400, size: layout.unit.size, align })
  }
  const shown = isOfDays
    ? [{ number: formatWhole(auraPoints), words: 'Aura Points' }, ...figures]
    : [{ number: '', words: 'Aura Points' }, { number: formatWhole(days), words: unit }, ...figures]
  drawFigures(ctx, shown, { x, room, isCentered: align === 'center', ...layout.figures })
}

function drawLevel(ctx: SKRSContext2D, level: AuraLevel, color: Rgb, { x, align, level: { y, size } }: Layout): void {
  const look = { size, weight: 650, stretch: 100 }
  const [sigil, gap] = [size * 1.06, size * 0.38]
  const left = align === 'left' ? x : x - (sigil + gap + textWidth(ctx, level.name, look)) / 2
  ctx.save()
  ctx.translate(left, y - size * 0.34 - sigil / 2)
  ctx.scale(sigil / 16, sigil / 16)
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
  fillText(ctx, level.name, left + sigil + gap, y, { ...look, align: 'left' })
}
