import { AURA_LEVELS, type AuraLevel, levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { auraShape } from '@aura/aura/aura-shape'
import { css, type Rgb } from '@aura/aura/colors'
import type { DrawingContext } from '@aura/aura/context'
import { drawRing } from '@aura/aura/draw-ring'
import { sigilRays } from '@aura/aura/sigil-rays'
import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { drawBrand } from './brand.ts'
import { INK, INK_2, LEVELS, LINE, PLATE } from './palette.ts'
import { HEIGHT, WIDTH } from './size.ts'
import { fillText, fitText, type TextLook, textWidth } from './text.ts'

export interface ProfilePicture {
  id: string
  name: string
  days: number
  auraPoints: number
  /** After points and days. */
  figures: readonly ShareFigure[]
}

/** A number, short, and what is counted. */
export interface ShareFigure {
  number: string
  words: string
}

const DISC = { x: 336, y: 315, r: 158 }
const FUZZ = 1_100
const [LEFT, RIGHT] = [640, 1_136]
const ROOM = RIGHT - LEFT

export function drawProfileImage(ctx: SKRSContext2D, { id, name, days, auraPoints, figures }: ProfilePicture): void {
  const level = levelOfStreak(days)
  const color = LEVELS[level.key]
  const shape = auraShape(id, days, auraPoints)
  ctx.fillStyle = css(PLATE, 1)
  ctx.fillRect(0, 0, WIDTH, HEIGHT)
  const disc = { cx: DISC.x, cy: DISC.y, r: DISC.r }
  const glowEnd = HEIGHT / 2 / DISC.r
  drawRing(ctx as unknown as DrawingContext, shape, { ...disc, color, dark: true, fuzz: FUZZ, glowEnd })
  ctx.fillStyle = css(INK, 1)
  const letter = { size: 160, weight: 850, stretch: shape.letterWidth, align: 'center' } as const
  fillText(ctx, (name[0] ?? '?').toUpperCase(), DISC.x, DISC.y + 57, letter)
  fadeBehindWords(ctx)
  drawBrand(ctx, 993, 76)
  drawLevel(ctx, level, color)

  ctx.fillStyle = css(INK, 1)
  const nameLook = fitText(ctx, name, ROOM, { size: 72, weight: 850, stretch: 94, tracking: -0.04 })
  fillText(ctx, name, LEFT, 362, { ...nameLook, align: 'left' })
  const points = formatWhole(auraPoints)
  const pointsLook = fitText(ctx, points, ROOM, { size: 108, weight: 850, stretch: 108, tracking: -0.05 })
  fillText(ctx, points, LEFT - 4, 486, { ...pointsLook, align: 'left' })
  ctx.fillStyle = css(LINE, 1)
  ctx.fillRect(LEFT, 516, ROOM, 2)
  drawFigures(ctx, days, figures)
}

function fadeBehindWords(ctx: SKRSContext2D): void {
  const gradient = ctx.createLinearGradient(LEFT - 40, 0, LEFT + 140, 0)
  gradient.addColorStop(0, css(PLATE, 0))
  gradient.addColorStop(1, css(PLATE, 0.85))
  ctx.fillStyle = gradient
  ctx.fillRect(LEFT - 40, 0, WIDTH, HEIGHT)
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

const WORDS: TextLook = { size: 28, weight: 400 }
const NUMBER: TextLook = { size: 28, weight: 750, stretch: 84 }

function drawFigures(ctx: SKRSContext2D, days: number, figures: readonly ShareFigure[]): void {
  const cells = [
    { number: '', words: 'Aura Points' },
    { number: `${formatWhole(days)} `, words: days === 1 ? 'day' : 'days' },
    ...figures.map(({ number, words }) => ({ number: `${number} `, words })),
  ].map((cell) => ({
    ...cell,
    numberWidth: textWidth(ctx, cell.number, NUMBER),
    width: textWidth(ctx, cell.number, NUMBER) + textWidth(ctx, cell.words, WORDS),
  }))
  const gap = (ROOM - cells.reduce((sum, { width }) => sum + width, 0)) / (cells.length - 1)
  let x = LEFT
  for (const { number, words, numberWidth, width } of cells) {
    ctx.fillStyle = css(INK, 1)
    fillText(ctx, number, x, 561, { ...NUMBER, align: 'left' })
    ctx.fillStyle = css(INK_2, 1)
    fillText(ctx, words, x + numberWidth, 561, { ...WORDS, align: 'left' })
    x += width + gap
  }
}
