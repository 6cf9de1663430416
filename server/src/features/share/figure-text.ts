import { css } from '@aura/drawing/colors'
import { INK, INK_2, LINE } from '@aura/drawing/palette'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { fillText, type TextLook, textWidth } from './text.ts'

/** A number in short form, and the noun it counts. */
export interface ShareFigure {
  number: string
  words: string
}

interface FigureRow {
  /** Left edge, or the middle of a row that is `centered`. */
  x: number
  room: number
  y: number
  size: number
  isCentered?: boolean
  /** Space between two figures; without it they spread over the room. */
  gap?: number
}

const LINE_ABOVE = 45
const numberText = ({ number }: ShareFigure) => (number === '' ? '' : `${number} `)

/** Draws as many figures in a row as fit, below a line. */
export function drawFigures(ctx: SKRSContext2D, figures: readonly ShareFigure[], row: FigureRow): void {
  const { x, room, y, size, isCentered = false } = row
  const left = isCentered ? x - room / 2 : x
  ctx.fillStyle = css(LINE, 1)
  ctx.fillRect(left, y - LINE_ABOVE, room, 2)
  const number: TextLook = { size, weight: 750, stretch: 84 }
  const words: TextLook = { size, weight: 400 }
  const fitting: { figure: ShareFigure; width: number }[] = []
  let used = 0
  for (const figure of figures) {
    const width = textWidth(ctx, numberText(figure), number) + textWidth(ctx, figure.words, words)
    const needed = used + width + fitting.length * (row.gap ?? 0)
    if (needed > room) break
    fitting.push({ figure, width })
    used += width
  }
  const gap = row.gap ?? (room - used) / Math.max(1, fitting.length - 1)
  let at = isCentered ? x - (used + gap * (fitting.length - 1)) / 2 : x
  for (const { figure, width } of fitting) {
    const written = numberText(figure)
    ctx.fillStyle = css(INK, 1)
    fillText(ctx, written, at, y, { ...number, align: 'left' })
    ctx.fillStyle = css(INK_2, 1)
    fillText(ctx, figure.words, at + textWidth(ctx, written, number), y, { ...words, align: 'left' })
    at += width + gap
  }
}
