import { css } from '@aura/drawing/colors'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { INK, INK_2, LINE } from './palette.ts'
import { fillText, type TextLook, textWidth } from './text.ts'

/** A number in short form, and the noun it counts. */
export interface ShareFigure {
  number: string
  words: string
}

const WORDS: TextLook = { size: 28, weight: 400 }
const NUMBER: TextLook = { size: 28, weight: 750, stretch: 84 }

const numberText = ({ number }: ShareFigure) => (number === '' ? '' : `${number} `)

export const figureWidth = (ctx: SKRSContext2D, figure: ShareFigure): number =>
  textWidth(ctx, numberText(figure), NUMBER) + textWidth(ctx, figure.words, WORDS)

export function drawFigure(ctx: SKRSContext2D, figure: ShareFigure, x: number): void {
  ctx.fillStyle = css(INK, 1)
  fillText(ctx, numberText(figure), x, 561, { ...NUMBER, align: 'left' })
  ctx.fillStyle = css(INK_2, 1)
  fillText(ctx, figure.words, x + textWidth(ctx, numberText(figure), NUMBER), 561, { ...WORDS, align: 'left' })
}

/** Draws the line above the figures. */
export function drawFigureLine(ctx: SKRSContext2D, x: number, width: number): void {
  ctx.fillStyle = css(LINE, 1)
  ctx.fillRect(x, 516, width, 2)
}
