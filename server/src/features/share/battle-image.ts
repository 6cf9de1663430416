import { levelOfStreak } from '@aura/api/levels'
import { formatShort, formatWhole } from '@aura/api/money'
import { auraShape } from '@aura/drawing/aura-shape'
import { battleField, type FieldSpec, isFrontFree } from '@aura/drawing/battle-field'
import { css, type Rgb } from '@aura/drawing/colors'
import { drawField } from '@aura/drawing/draw-field'
import { INK, INK_2, INK_3, LEVELS, LINE_2, LIVE, PLATE } from '@aura/drawing/palette'
import { resultKeys, type SideKey } from '@aura/drawing/side-keys'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawBrand, drawLink, knockOut } from './brand.ts'
import { drawFace, type Faces } from './faces.ts'
import { SHAPES, type Shape } from './size.ts'
import { fillFitted } from './text.ts'
import { drawable, setText } from './typefaces.ts'

export interface BattlePicture {
  title: string
  /** Drawn where no font has a letter of the title. */
  untitled: string
  stage: 'before' | 'live' | 'over' | 'off'
  note: string
  a: PictureSide
  b: PictureSide
  winner: 'a' | 'b' | null
  /** Whether one didn't come, so that there are no scores. */
  isWalkover: boolean
  /** Drawn on upright pictures, which link to nothing. */
  link?: string
}

export interface PictureSide {
  id: string
  name: string
  /** Drawn where no font has a letter of the name. */
  username: string
  photo: string | null
  days: number
  auraPoints: number
  score: number
  gifts: readonly number[]
}

type Align = 'left' | 'right'

interface Layout {
  a: readonly [x: number, y: number]
  b: readonly [x: number, y: number]
  radius: number
  letterSize: number
  reach: number
  title: { y: number; size: number; noteY: number; noteSize: number; room: number }
  /** Baselines and sizes of the winner's name, in the own font and in others that reach further around the line. */
  winner: { y: number; size: number; otherY: number; otherSize: number; secondY: number }
  /** Name and score of a side. Before a battle, `unlitY` is the name's baseline. */
  corners: Readonly<Record<'a' | 'b', { x: number; align: Align; nameY: number; scoreY: number; unlitY: number }>>
  corner: { nameSize: number; unlitSize: number; scoreSize: number; room: number; scoreRoom: number }
  /** Heights between which the field fades to nothing, for what stands there. */
  fade: readonly [from: number, to: number]
  brand: readonly [x: number, y: number]
  linkY?: number
}

const [WIDE, UPRIGHT] = [SHAPES.wide, SHAPES.upright]
const MARGIN = 64
const LAYOUTS: Readonly<Record<Shape, Layout>> = {
  wide: {
    a: [240, 265],
    b: [960, 265],
    radius: 92,
    letterSize: 96,
    reach: 1,
    title: { y: 108, size: 56, noteY: 156, noteSize: 30, room: 560 },
    winner: { y: 88, size: 76, otherY: 78, otherSize: 58, secondY: 168 },
    corners: {
      a: { x: MARGIN, align: 'left', nameY: 468, scoreY: 584, unlitY: 580 },
      b: { x: WIDE.width - MARGIN, align: 'right', nameY: 468, scoreY: 584, unlitY: 580 },
    },
    corner: { nameSize: 32, unlitSize: 46, scoreSize: 124, room: 430, scoreRoom: 420 },
    fade: [365, 605],
    brand: [553, 568],
  },
  upright: {
    a: [300, 760],
    b: [780, 1250],
    radius: 150,
    letterSize: 150,
    reach: 1,
    title: { y: 430, size: 80, noteY: 498, noteSize: 42, room: 920 },
    winner: { y: 420, size: 110, otherY: 404, otherSize: 84, secondY: 536 },
    corners: {
      a: { x: UPRIGHT.width - MARGIN, align: 'right', nameY: 680, scoreY: 840, unlitY: 775 },
      b: { x: MARGIN, align: 'left', nameY: 1220, scoreY: 1380, unlitY: 1265 },
    },
    corner: { nameSize: 46, unlitSize: 72, scoreSize: 170, room: 500, scoreRoom: 480 },
    fade: [1420, 1680],
    brand: [493, 290],
    linkY: 1620,
  },
}
const MAX_SHOWN = 1_000_000

/** Draws the field of a battle between its two people. */
export function drawBattleImage(ctx: SKRSContext2D, asked: BattlePicture, faces: Faces, shape: Shape): void {
  const picture = withDrawableNames(asked)
  const { a, b, stage, winner, link } = picture
  const layout = LAYOUTS[shape]
  const { width, height } = SHAPES[shape]
  const colors = colorsOf(picture)
  const isLit = stage === 'live' || stage === 'over'
  const share = isLit && a.score + b.score > 0 ? a.score / (a.score + b.score) : 0.5
  ctx.fillStyle = css(PLATE, 1)
  ctx.fillRect(0, 0, width, height)
  const spec = specOf(picture, layout, { share, isLit, width, height })
  const field = battleField(spec)
  drawField(ctx, field, spec, { colorA: colors[0], colorB: colors[1], dark: true, weight: isLit ? 1.15 : 0.8 })
  fade(ctx, layout.fade)
  headline(ctx, picture, colors, layout)
  for (const [side, [x, y]] of [
    [a, layout.a],
    [b, layout.b],
  ] as const) {
    const isPale = (winner === 'a' && side === b) || (winner === 'b' && side === a) || !isLit
    ctx.fillStyle = css(isPale ? INK_2 : INK, 1)
    const look = { size: layout.letterSize, weight: 850, stretch: auraShape(side.id, 0, 0).letterWidth }
    const { name, photo } = side
    drawFace(ctx, faces, { name, photo, x, y, r: layout.radius - 2, look, isGrey: isPale })
  }
  if (stage !== 'off' && isFrontFree(spec, field.nullPoint)) diamond(ctx, ...field.nullPoint)
  const hasScores = isLit && !picture.isWalkover
  corner(ctx, a, layout, { place: 'a', hasScores, isPale: winner === 'b', share })
  corner(ctx, b, layout, { place: 'b', hasScores, isPale: winner === 'a', share: 1 - share })
  drawBrand(ctx, ...layout.brand)
  if (link !== undefined && layout.linkY !== undefined) drawLink(ctx, link, layout.linkY)
}

function withDrawableNames(picture: BattlePicture): BattlePicture {
  const { title, untitled } = picture
  const named = (side: PictureSide) => ({ ...side, name: drawable(side.name, side.username) })
  return { ...picture, title: drawable(title, untitled), a: named(picture.a), b: named(picture.b) }
}

function colorsOf({ a, b, stage, winner }: BattlePicture): readonly [Rgb, Rgb] {
  if (stage === 'before' || stage === 'off') return [LINE_2, LINE_2]
  const [keyA, keyB] = resultKeys(levelOfStreak(a.days).key, levelOfStreak(b.days).key, winner)
  const color = (key: SideKey | null) => (key === null ? INK_3 : LEVELS[key])
  return [color(keyA), color(keyB)]
}

interface Frame {
  share: number
  isLit: boolean
  width: number
  height: number
}

function specOf({ a, b }: BattlePicture, layout: Layout, { share, isLit, width, height }: Frame): FieldSpec {
  const side = (person: PictureSide, at: Layout['a']) => ({
    shape: auraShape(person.id, person.days, person.auraPoints),
    at,
    radius: layout.radius,
    gifts: person.gifts,
  })
  return {
    width,
    height,
    a: side(a, layout.a),
    b: side(b, layout.b),
    share,
    lines: isLit ? 420 : 220,
    reach: isLit ? layout.reach : layout.reach / 2,
  }
}

function fade(ctx: SKRSContext2D, [from, to]: Layout['fade']): void {
  const { width, height } = ctx.canvas
  const gradient = ctx.createLinearGradient(0, from, 0, to)
  gradient.addColorStop(0, css(PLATE, 0))
  gradient.addColorStop(1, css(PLATE, 1))
  ctx.fillStyle = gradient
  ctx.fillRect(0, from, width, height - from)
}

function headline(
  ctx: SKRSContext2D,
  { title, stage, note, winner, isWalkover, a, b }: BattlePicture,
  colors: readonly [Rgb, Rgb],
  { title: at, winner: won }: Layout,
) {
  const { width } = ctx.canvas
  knockOut(ctx, { x: ctx.canvas.width / 2, y: at.y - 8, across: 380 })
  const center = width / 2
  const { room } = at
  if (stage !== 'over') {
    ctx.fillStyle = css(INK, 1)
    fillFitted(ctx, title, center, at.y, { size: at.size, weight: 800, stretch: 100, room, align: 'center' })
    ctx.fillStyle = css(stage === 'live' ? LIVE : INK_2, 1)
    const small = { size: at.noteSize, weight: 600, stretch: 80, room, align: 'center' } as const
    return fillFitted(ctx, stage === 'live' ? 'LIVE' : note, center, at.noteY, small)
  }
  const name = winner === null ? 'Aura Draw' : winner === 'a' ? a.name : b.name
  ctx.fillStyle = css(winner === null ? INK : winner === 'a' ? colors[0] : colors[1], 1)
  const [y, size] = setText(name, 'display').isOwn ? [won.y, won.size] : [won.otherY, won.otherSize]
  fillFitted(ctx, name, center, y, { size, weight: 850, stretch: 118, room, align: 'center' })
  const second = winner === null ? 'No Winner' : isWalkover ? 'Wins by walkover' : 'Wins!'
  fillFitted(ctx, second, center, won.secondY, { size: won.size, weight: 850, stretch: 72, room, align: 'center' })
}

function diamond(ctx: SKRSContext2D, x: number, y: number): void {
  ctx.save()
  ctx.translate(x, y)
  ctx.rotate(Math.PI / 4)
  ctx.fillStyle = css(PLATE, 1)
  ctx.strokeStyle = css(INK, 1)
  ctx.lineWidth = 3
  ctx.fillRect(-11, -11, 22, 22)
  ctx.strokeRect(-11, -11, 22, 22)
  ctx.restore()
}

interface CornerLook {
  place: 'a' | 'b'
  hasScores: boolean
  isPale: boolean
  share: number
}

function corner(ctx: SKRSContext2D, side: PictureSide, layout: Layout, look: CornerLook): void {
  const { place, hasScores, isPale, share } = look
  const { x, align, nameY, scoreY, unlitY } = layout.corners[place]
  const { scoreSize, room, scoreRoom } = layout.corner
  const nameSize = hasScores ? layout.corner.nameSize : layout.corner.unlitSize
  ctx.fillStyle = css(isPale ? INK_2 : INK, 1)
  // Lines of the field may pass below the letters.
  ctx.shadowColor = css(PLATE, 1)
  ctx.shadowBlur = nameSize / 2
  const y = hasScores ? nameY : unlitY
  const isByX = side.name !== side.username
  const nameLook = { size: nameSize, weight: 700, stretch: 78, room, align }
  fillFitted(ctx, side.name, x, isByX ? y - nameSize * 0.94 : y, nameLook)
  if (isByX) {
    ctx.fillStyle = css(INK_2, 1)
    fillFitted(ctx, `@${side.username}`, x, y, { size: Math.round(nameSize * 0.81), weight: 400, room, align })
    ctx.fillStyle = css(isPale ? INK_2 : INK, 1)
  }
  if (hasScores) {
    const score = side.score < MAX_SHOWN ? formatWhole(side.score) : formatShort(side.score)
    const stretch = Math.round(60 + 60 * share)
    fillFitted(ctx, score, x, scoreY, { size: scoreSize, weight: 850, stretch, room: scoreRoom, align })
  }
  ctx.shadowBlur = 0
}
