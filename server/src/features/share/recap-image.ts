import { css } from '@aura/drawing/colors'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawFigure, drawFigureLine, figureWidth, type ShareFigure } from './figure-text.ts'
import { INK, INK_2 } from './palette.ts'
import { drawPersonField, type RingedPerson } from './person-field.ts'
import { fillFitted, fillText, fitText, type TextLook, textWidth } from './text.ts'
import { withoutLacking } from './typefaces.ts'

export interface RecapPicture extends RingedPerson {
  /** Dates such as '2–8 Mar 2026'. */
  week: string
  title: string
  detail: string
  /** Figures, of which only as many as fit are drawn. */
  figures: readonly ShareFigure[]
}

const [LEFT, RIGHT] = [580, 1_136]
const ROOM = RIGHT - LEFT
const FIELD = { x: 300, y: 330, r: 128, letterSize: 128, fade: [LEFT - 60, LEFT + 120] } as const
const MAX_LINES = 3
const GAP = 28

const TITLE: TextLook = { size: 76, weight: 850, stretch: 88, tracking: -0.03 }
const NAME: TextLook = { size: 30, weight: 600, stretch: 84 }
const WEEK: TextLook = { size: 28, weight: 600, stretch: 80 }
const DETAIL: TextLook = { size: 30, weight: 400 }
const DETAIL_HEIGHT = 44
const NAME_HEIGHT = 40
/** Width in pixels left of the brand. */
const WEEK_ROOM = 370
const [TOP, BOTTOM] = [110, 496]

/** Draws the best moment of a user's week, beside their ring as it was at its end. */
export function drawRecapImage(ctx: SKRSContext2D, picture: RecapPicture): void {
  const { name, week, figures } = picture
  const [title, detail] = [withoutLacking(picture.title), withoutLacking(picture.detail)]
  const color = drawPersonField(ctx, picture, FIELD)

  ctx.fillStyle = css(INK_2, 1)
  fillFitted(ctx, week, LEFT, 86, { ...WEEK, room: WEEK_ROOM, align: 'left' })
  const lines = linesOf(ctx, title, TITLE, MAX_LINES).map((line) => fitText(ctx, line, ROOM, TITLE))
  const details = linesOf(ctx, detail, DETAIL, lines.length < MAX_LINES ? 2 : 1)
  const height = lines.reduce((sum, { look }) => sum + look.size, 0)
  let y = TOP + (BOTTOM - TOP - NAME_HEIGHT - height - details.length * DETAIL_HEIGHT) / 2
  y += NAME_HEIGHT
  fillFitted(ctx, name, LEFT, y - 14, { ...NAME, room: ROOM, align: 'left' })
  ctx.fillStyle = css(color, 1)
  for (const { text, look } of lines) {
    y += look.size
    fillText(ctx, text, LEFT - 3, y - look.size * 0.16, { ...look, align: 'left' })
  }
  ctx.fillStyle = css(INK, 1)
  for (const line of details) {
    y += DETAIL_HEIGHT
    fillFitted(ctx, line, LEFT, y, { ...DETAIL, room: ROOM, align: 'left' })
  }
  drawFigureLine(ctx, LEFT, ROOM)
  drawFigures(ctx, figures)
}

/** Returns lines of text. Text that doesn't fit stays in the last one. */
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

function drawFigures(ctx: SKRSContext2D, figures: readonly ShareFigure[]): void {
  let x = LEFT
  for (const figure of figures) {
    const width = figureWidth(ctx, figure)
    if (x + width > RIGHT) return
    drawFigure(ctx, figure, x)
    x += width + GAP
  }
}
