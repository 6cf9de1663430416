import { css } from '@aura/drawing/colors'
import { INK, INK_2 } from '@aura/drawing/palette'
import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Faces } from './faces.ts'
import { drawFigures, type ShareFigure } from './figure-text.ts'
import { drawPersonField, type PersonField, type RingedPerson } from './person-field.ts'
import type { Shape } from './size.ts'
import { fillFitted, fillText, fitLines } from './text.ts'
import { withoutLacking } from './typefaces.ts'

export interface RecapPicture extends RingedPerson {
  /** Dates such as '2–8 Mar 2026'. */
  week: string
  title: string
  detail: string
  /** Figures, of which only as many as fit are drawn. */
  figures: readonly ShareFigure[]
}

interface Layout {
  field: PersonField
  align: 'left' | 'center'
  x: number
  room: number
  week: { y: number; size: number; room: number }
  name: { size: number; height: number }
  title: { size: number; most: number }
  detail: { size: number; most: number }
  /** Where name, title and detail stand, in the middle. */
  text: readonly [top: number, bottom: number]
  figures: { y: number; size: number; gap: number }
}

const LAYOUTS: Readonly<Record<Shape, Layout>> = {
  wide: {
    field: { x: 300, y: 330, r: 128, letterSize: 128, fade: ['x', 520, 700], brand: [993, 76] },
    align: 'left',
    x: 580,
    room: 556,
    // Left of the brand.
    week: { y: 86, size: 28, room: 370 },
    name: { size: 30, height: 40 },
    title: { size: 76, most: 3 },
    detail: { size: 30, most: 3 },
    text: [110, 496],
    figures: { y: 561, size: 28, gap: 28 },
  },
  upright: {
    field: {
      x: 540,
      y: 650,
      r: 200,
      letterSize: 200,
      fade: ['y', 890, 990],
      brand: [493, 290],
      aboveY: 320,
      linkY: 1620,
    },
    align: 'center',
    x: 540,
    room: 920,
    week: { y: 360, size: 36, room: 920 },
    name: { size: 42, height: 56 },
    title: { size: 104, most: 3 },
    detail: { size: 42, most: 3 },
    text: [930, 1440],
    figures: { y: 1510, size: 38, gap: 40 },
  },
}
const TITLE = { weight: 850, stretch: 88, tracking: -0.03 } as const
const LINE_HEIGHT = 1.4

/** Draws the best moment of a user's week, beside or below their ring as it was at its end. */
export function drawRecapImage(ctx: SKRSContext2D, picture: RecapPicture, faces: Faces, shape: Shape): void {
  const layout = LAYOUTS[shape]
  const { x, room, align, week, name } = layout
  const color = drawPersonField(ctx, picture, faces, layout.field)
  const title = fitLines(ctx, withoutLacking(picture.title), { ...TITLE, ...layout.title, room })
  const detail = fitLines(ctx, withoutLacking(picture.detail), { weight: 400, ...layout.detail, room })
  const [top, bottom] = layout.text
  const titleHeight = title.lines.length * title.look.size
  const detailHeight = detail.lines.length * detail.look.size * LINE_HEIGHT
  let y = top + Math.max(0, bottom - top - name.height - titleHeight - detailHeight) / 2 + name.height

  ctx.fillStyle = css(INK_2, 1)
  fillFitted(ctx, picture.week, x, week.y, { size: week.size, weight: 600, stretch: 80, room: week.room, align })
  fillFitted(ctx, picture.name, x, y - name.height * 0.35, { size: name.size, weight: 600, stretch: 84, room, align })
  ctx.fillStyle = css(color, 1)
  for (const line of title.lines) {
    y += title.look.size
    fillText(ctx, line, align === 'left' ? x - 3 : x, y - title.look.size * 0.16, { ...title.look, align })
  }
  ctx.fillStyle = css(INK, 1)
  for (const line of detail.lines) {
    y += detail.look.size * LINE_HEIGHT
    fillText(ctx, line, x, y, { ...detail.look, align })
  }
  drawFigures(ctx, picture.figures, { x, room, isCentered: align === 'center', ...layout.figures })
}
