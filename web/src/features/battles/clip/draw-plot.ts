import { css, type Rgb } from '@aura/drawing/colors'
import { INK, INK_2, LINE, LIVE, PLATE } from '@aura/drawing/palette'
import { CLIP } from '#aura/clip/clip.ts'
import { fillText, type Pen } from '#aura/clip/pen.ts'
import type { BattleStory, Cut, Place } from './battle-scenes.ts'

const [LEFT, RIGHT, TOP, BOTTOM] = [64, CLIP.width - 64, 1_440, 1_570]
const DIAMOND = 9

/** Draws both sums over time up to now, each change of the lead on them, and the time left. */
export type DrawPlot = (pen: Pen, score: Cut, colors: Readonly<Record<Place, Rgb>>) => void

/** Returns what draws the plot of a battle. A column of pixels costs the same, however many gifts are in it. */
export function plotOf(story: BattleStory): DrawPlot {
  const { lengthMs, scoreAt, changes, late, endAfter } = story
  const msOf = (x: number) => ((x - LEFT) / (RIGHT - LEFT)) * lengthMs
  const xOf = (atMs: number) => LEFT + (atMs / lengthMs) * (RIGHT - LEFT)
  const columns = Array.from({ length: RIGHT - LEFT + 1 }, (_, i) => scoreAt(msOf(LEFT + i)))
  const top = Math.max(1, ...columns.map(({ a, b }) => Math.max(a, b)))
  const yOf = (sum: number) => BOTTOM - (sum / top) * (BOTTOM - TOP)
  const marks = new Map(changes.map(({ atMs, seq }) => [Math.round(xOf(atMs)), seq]))
  return ({ ctx, fonts }, score, colors) => {
    const now = xOf(score.atMs)
    const passed = columns.filter((_, i) => LEFT + i <= now)
    ctx.lineCap = 'butt'
    ctx.lineJoin = 'miter'
    stroke(ctx, LINE, 2, [LEFT, BOTTOM, RIGHT, BOTTOM])
    for (const { atMs, seq } of late)
      if (seq <= score.seq) stroke(ctx, LIVE, 4, [xOf(atMs), TOP - 14, xOf(atMs), BOTTOM])
    for (const place of ['b', 'a'] as const) {
      const line = passed.flatMap((cut, i) => [LEFT + i, yOf(cut[place])])
      line.push(now, yOf(score[place]))
      stroke(ctx, colors[place], 4, [LEFT, BOTTOM, ...line])
    }
    for (const [x, seq] of marks) {
      if (seq > score.seq) continue
      const { a, b } = columns[x - LEFT] ?? score
      diamond(ctx, x, yOf(Math.max(a, b)))
    }
    const left = clockText(endAfter(score.seq) - score.atMs)
    fillText({ ctx, fonts }, `${left} left`, RIGHT, BOTTOM + 54, {
      size: 36,
      weight: 600,
      width: 'slim',
      color: INK_2,
      align: 'right',
      room: 500,
    })
  }
}

/** Returns '0:09' or '1:04:30'. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const padded = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  return `${hours > 0 ? `${hours}:${padded(minutes)}` : minutes}:${padded(seconds % 60)}`
}

function stroke(ctx: CanvasRenderingContext2D, color: Rgb, width: number, points: readonly number[]): void {
  ctx.strokeStyle = css(color, 1)
  ctx.lineWidth = width
  ctx.beginPath()
  for (let i = 0; i < points.length; i += 2) ctx.lineTo(points[i] ?? 0, points[i + 1] ?? 0)
  ctx.stroke()
}

/** The mark of a change of the lead, as on the receipt and on the front. */
export function diamond(ctx: CanvasRenderingContext2D, x: number, y: number, size = DIAMOND): void {
  ctx.save()
  ctx.translate(x, y)
  ctx.rotate(Math.PI / 4)
  ctx.fillStyle = css(PLATE, 1)
  ctx.strokeStyle = css(INK, 1)
  ctx.lineWidth = 3
  ctx.fillRect(-size, -size, 2 * size, 2 * size)
  ctx.strokeRect(-size, -size, 2 * size, 2 * size)
  ctx.restore()
}
