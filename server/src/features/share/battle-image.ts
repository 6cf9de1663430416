import { levelOfStreak } from '@aura/api/levels'
import { formatShort, formatWhole } from '@aura/api/money'
import { auraShape } from '@aura/drawing/aura-shape'
import { battleField, type FieldSpec } from '@aura/drawing/battle-field'
import { css, type Rgb } from '@aura/drawing/colors'
import { drawField } from '@aura/drawing/draw-field'
import { resultKeys, type SideKey } from '@aura/drawing/side-keys'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawBrand } from './brand.ts'
import { INK, INK_2, INK_3, LEVELS, LINE_2, LIVE, PLATE } from './palette.ts'
import { HEIGHT, WIDTH } from './size.ts'
import { fillFitted, fillInitial, fillText } from './text.ts'
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
}

export interface PictureSide {
  id: string
  name: string
  /** Drawn where no font has a letter of the name. */
  username: string
  days: number
  auraPoints: number
  steeze: number
  gifts: readonly number[]
}

const [LEFT, RIGHT, MIDDLE] = [240, 960, 265] as const
const RADIUS = 92
const MARGIN = 64
const MAX_SHOWN = 1_000_000

export function drawBattleImage(ctx: SKRSContext2D, asked: BattlePicture): void {
  const picture = withDrawableNames(asked)
  const { a, b, stage, winner } = picture
  const colors = colorsOf(picture)
  const isLit = stage === 'live' || stage === 'over'
  const share = isLit && a.steeze + b.steeze > 0 ? a.steeze / (a.steeze + b.steeze) : 0.5
  ctx.fillStyle = css(PLATE, 1)
  ctx.fillRect(0, 0, WIDTH, HEIGHT)
  const spec = specOf(picture, share, isLit)
  const field = battleField(spec)
  drawField(ctx, field, spec, { colorA: colors[0], colorB: colors[1], dark: true, weight: isLit ? 1.15 : 0.8 })
  fade(ctx)
  headline(ctx, picture, colors)
  for (const [side, x] of [
    [a, LEFT],
    [b, RIGHT],
  ] as const) {
    const isPale = (winner === 'a' && side === b) || (winner === 'b' && side === a) || !isLit
    ctx.fillStyle = css(isPale ? INK_2 : INK, 1)
    const stretch = auraShape(side.id, 0, 0).letterWidth
    fillInitial(ctx, side.name, x, MIDDLE, { size: 96, weight: 850, stretch })
  }
  if (stage !== 'off' && isBetween(field.nullPoint[0])) diamond(ctx, field.nullPoint[0], field.nullPoint[1])
  corner(ctx, a, 'left', { isLit, isPale: winner === 'b', share })
  corner(ctx, b, 'right', { isLit, isPale: winner === 'a', share: 1 - share })
  drawBrand(ctx, 553, 568)
}

function withDrawableNames(picture: BattlePicture): BattlePicture {
  const { title, untitled } = picture
  const named = (side: PictureSide) => ({ ...side, name: drawable(side.name, side.username) })
  return { ...picture, title: drawable(title, untitled), a: named(picture.a), b: named(picture.b) }
}

/** Returns whether the front is between the discs. If one side dominates, it is inside a disc, at the letter. */
const isBetween = (x: number): boolean => x > LEFT + RADIUS + 16 && x < RIGHT - RADIUS - 16

function colorsOf({ a, b, stage, winner }: BattlePicture): readonly [Rgb, Rgb] {
  if (stage === 'before' || stage === 'off') return [LINE_2, LINE_2]
  const [keyA, keyB] = resultKeys(levelOfStreak(a.days).key, levelOfStreak(b.days).key, winner)
  const color = (key: SideKey | null) => (key === null ? INK_3 : LEVELS[key])
  return [color(keyA), color(keyB)]
}

function specOf({ a, b }: BattlePicture, share: number, isLit: boolean): FieldSpec {
  const side = (person: PictureSide, x: number) => ({
    shape: auraShape(person.id, person.days, person.auraPoints),
    at: [x, MIDDLE] as const,
    radius: RADIUS,
    gifts: person.gifts,
  })
  return {
    width: WIDTH,
    height: HEIGHT,
    a: side(a, LEFT),
    b: side(b, RIGHT),
    share,
    lines: isLit ? 420 : 220,
    reach: isLit ? 1 : 0.5,
  }
}

function fade(ctx: SKRSContext2D): void {
  const gradient = ctx.createLinearGradient(0, HEIGHT * 0.58, 0, HEIGHT * 0.96)
  gradient.addColorStop(0, css(PLATE, 0))
  gradient.addColorStop(1, css(PLATE, 1))
  ctx.fillStyle = gradient
  ctx.fillRect(0, HEIGHT * 0.58, WIDTH, HEIGHT * 0.42)
}

function headline(
  ctx: SKRSContext2D,
  { title, stage, note, winner, a, b }: BattlePicture,
  colors: readonly [Rgb, Rgb],
) {
  knockOut(ctx)
  const center = WIDTH / 2
  const small = { size: 30, weight: 600, stretch: 80, align: 'center' } as const
  if (stage !== 'over') {
    ctx.fillStyle = css(INK, 1)
    fillFitted(ctx, title, center, 108, { size: 56, weight: 800, stretch: 100, room: 560, align: 'center' })
    ctx.fillStyle = css(stage === 'live' ? LIVE : INK_2, 1)
    return fillText(ctx, stage === 'live' ? 'LIVE' : note, center, 156, small)
  }
  const name = winner === null ? 'Aura Draw' : winner === 'a' ? a.name : b.name
  ctx.fillStyle = css(winner === null ? INK : winner === 'a' ? colors[0] : colors[1], 1)
  // Most other fonts reach further above and below the line.
  const [y, size] = setText(name, 'display').isOwn ? [96, 76] : [86, 58]
  fillFitted(ctx, name, center, y, { size, weight: 850, stretch: 118, room: 560, align: 'center' })
  fillText(ctx, winner === null ? 'No Winner' : 'Wins!', center, 162, {
    size: 76,
    weight: 850,
    stretch: 72,
    align: 'center',
  })
}

function knockOut(ctx: SKRSContext2D): void {
  ctx.save()
  ctx.translate(WIDTH / 2, 100)
  ctx.scale(1, 0.36)
  const gradient = ctx.createRadialGradient(0, 0, 0, 0, 0, 380)
  gradient.addColorStop(0, css(PLATE, 1))
  gradient.addColorStop(0.6, css(PLATE, 1))
  gradient.addColorStop(1, css(PLATE, 0))
  ctx.fillStyle = gradient
  ctx.fillRect(-400, -400, 800, 800)
  ctx.restore()
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
  isLit: boolean
  isPale: boolean
  share: number
}

function corner(
  ctx: SKRSContext2D,
  side: PictureSide,
  align: 'left' | 'right',
  { isLit, isPale, share }: CornerLook,
): void {
  const x = align === 'left' ? MARGIN : WIDTH - MARGIN
  ctx.fillStyle = css(isPale ? INK_2 : INK, 1)
  const y = isLit ? 468 : 580
  const isByX = side.name !== side.username
  fillFitted(ctx, side.name, x, isByX ? y - 30 : y, { size: 32, weight: 700, stretch: 78, room: 430, align })
  if (isByX) {
    ctx.fillStyle = css(INK_2, 1)
    fillFitted(ctx, `@${side.username}`, x, y, { size: 26, weight: 400, room: 430, align })
    ctx.fillStyle = css(isPale ? INK_2 : INK, 1)
  }
  if (!isLit) return
  const score = side.steeze < MAX_SHOWN ? formatWhole(side.steeze) : formatShort(side.steeze)
  fillFitted(ctx, score, x, 584, { size: 124, weight: 850, stretch: Math.round(60 + 60 * share), room: 420, align })
}
