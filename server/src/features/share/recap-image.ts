import { levelOfStreak } from '@aura/api/levels'
import { auraShape } from '@aura/aura/aura-shape'
import { css } from '@aura/aura/colors'
import type { DrawingContext } from '@aura/aura/context'
import { drawRing } from '@aura/aura/draw-ring'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawBrand } from './brand.ts'
import { INK, INK_2, LEVELS, LINE, PLATE } from './palette.ts'
import { HEIGHT, WIDTH } from './size.ts'
import { fillText, fitText, type TextLook, textWidth } from './text.ts'

export interface RecapPicture {
  id: string
  name: string
  days: number
  auraPoints: number
  /** '2–8 Mar 2026' */
  week: string
  title: string
  detail: string
  /** At most what fits is drawn. */
  figures: readonly { number: string; words: string }[]
}

const DISC = { x: 300, y: 330, r: 128 }
const FUZZ = 1_100
const [LEFT, RIGHT] = [580, 1_136]
const ROOM = RIGHT - LEFT
const MAX_LINES = 3
const GAP = 28

const WORDS: TextLook = { size: 28, weight: 400 }
const NUMBER: TextLook = { size: 28, weight: 750, stretch: 84 }
const TITLE: TextLook = { size: 76, weight: 850, stretch: 88, tracking: -0.03 }
const NAME: TextLook = { size: 30, weight: 600, stretch: 84 }
const WEEK: TextLook = { size: 28, weight: 600, stretch: 80 }
const DETAIL: TextLook = { size: 30, weight: 400 }
const DETAIL_HEIGHT = 44
const NAME_HEIGHT = 40
/** Left of the brand. */
const WEEK_ROOM = 370
const [TOP, BOTTOM] = [110, 496]

/** The best moment of somebody's week, beside their ring as it was at its end. */
export function drawRecapImage(ctx: SKRSContext2D, picture: RecapPicture): void {
  const { id, name, days, auraPoints, week, title, detail, figures } = picture
  const color = LEVELS[levelOfStreak(days).key]
  const shape = auraShape(id, days, auraPoints)
  ctx.fillStyle = css(PLATE, 1)
  ctx.fillRect(0, 0, WIDTH, HEIGHT)
  const disc = { cx: DISC.x, cy: DISC.y, r: DISC.r }
  const glowEnd = (HEIGHT - DISC.y) / DISC.r
  drawRing(ctx as unknown as DrawingContext, shape, { ...disc, color, dark: true, fuzz: FUZZ, glowEnd })
  ctx.fillStyle = css(INK, 1)
  const letter = { size: 128, weight: 850, stretch: shape.letterWidth, align: 'center' } as const
  fillText(ctx, (name[0] ?? '?').toUpperCase(), DISC.x, DISC.y + 45, letter)
  fadeBehindWords(ctx)
  drawBrand(ctx, 993, 76)

  ctx.fillStyle = css(INK_2, 1)
  fillText(ctx, week, LEFT, 86, { ...fitText(ctx, week, WEEK_ROOM, WEEK), align: 'left' })
  const lines = linesOf(ctx, title, TITLE, MAX_LINES).map((line) => ({ line, look: fitText(ctx, line, ROOM, TITLE) }))
  const details = linesOf(ctx, detail, DETAIL, lines.length < MAX_LINES ? 2 : 1)
  const height = lines.reduce((sum, { look }) => sum + look.size, 0)
  let y = TOP + (BOTTOM - TOP - NAME_HEIGHT - height - details.length * DETAIL_HEIGHT) / 2
  y += NAME_HEIGHT
  fillText(ctx, name, LEFT, y - 14, { ...fitText(ctx, name, ROOM, NAME), align: 'left' })
  ctx.fillStyle = css(color, 1)
  for (const { line, look } of lines) {
    y += look.size
    fillText(ctx, line, LEFT - 3, y - look.size * 0.16, { ...look, align: 'left' })
  }
  ctx.fillStyle = css(INK, 1)
  for (const line of details) {
    y += DETAIL_HEIGHT
    fillText(ctx, cut(ctx, line, DETAIL), LEFT, y, { ...DETAIL, align: 'left' })
  }
  ctx.fillStyle = css(LINE, 1)
  ctx.fillRect(LEFT, 516, ROOM, 2)
  drawFigures(ctx, figures)
}

function fadeBehindWords(ctx: SKRSContext2D): void {
  const gradient = ctx.createLinearGradient(LEFT - 60, 0, LEFT + 120, 0)
  gradient.addColorStop(0, css(PLATE, 0))
  gradient.addColorStop(1, css(PLATE, 0.85))
  ctx.fillStyle = gradient
  ctx.fillRect(LEFT - 60, 0, WIDTH, HEIGHT)
}

/** Words that fill a line each; what doesn't fit into the last one stands in it all the same. */
function linesOf(ctx: SKRSContext2D, text: string, look: TextLook, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && (lines.length === most || textWidth(ctx, longer, look) <= ROOM)) {
      lines[lines.length - 1] = longer
    } else lines.push(word)
  }
  return lines
}

/** Whole words and an ellipsis, where a line has no room for all. */
function cut(ctx: SKRSContext2D, text: string, look: TextLook): string {
  if (textWidth(ctx, text, look) <= ROOM) return text
  const words = text.split(' ')
  while (words.length > 1 && textWidth(ctx, `${words.join(' ')}…`, look) > ROOM) words.pop()
  return `${words.join(' ')}…`
}

function drawFigures(ctx: SKRSContext2D, figures: RecapPicture['figures']): void {
  let x = LEFT
  for (const { number, words } of figures) {
    const numberWidth = textWidth(ctx, `${number} `, NUMBER)
    const width = numberWidth + textWidth(ctx, words, WORDS)
    if (x + width > RIGHT) return
    ctx.fillStyle = css(INK, 1)
    fillText(ctx, `${number} `, x, 561, { ...NUMBER, align: 'left' })
    ctx.fillStyle = css(INK_2, 1)
    fillText(ctx, words, x + numberWidth, 561, { ...WORDS, align: 'left' })
    x += width + GAP
  }
}
