import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { auraShape } from '@aura/drawing/aura-shape'
import { battleField, type FieldSpec, isFrontFree } from '@aura/drawing/battle-field'
import { css, type Rgb } from '@aura/drawing/colors'
import { drawField } from '@aura/drawing/draw-field'
import { INK, INK_2, INK_3, LEVELS, LIVE, PLATE } from '@aura/drawing/palette'
import { resultKeys } from '@aura/drawing/side-keys'
import { shareOf } from '#aura/canvas/field-picture.ts'
import { CLIP, easeOut, sceneAt } from '#aura/clip/clip.ts'
import {
  clear,
  drawBrand,
  drawFace,
  drawPersonRing,
  fade,
  fillText,
  type Pen,
  type RingedFace,
  withAlpha,
} from '#aura/clip/pen.ts'
import {
  aheadOf,
  type BattleScene,
  type BattleStory,
  type Cut,
  type LateLead,
  type Place,
  scoreOn,
  type TopGifts,
} from './battle-scenes.ts'
import { clockText, type DrawPlot, diamond, plotOf } from './draw-plot.ts'

export interface BattleShow {
  story: BattleStory
  topGifts: ReadonlyMap<number, TopGifts>
  people: Readonly<Record<Place, RingedFace>>
  title: string
  day: string
  /** AP of each side. */
  stake: number
  /** The numbers' unit. */
  unit: 'points' | 'Steeze'
  /** Names its source, with the last hash of the chain. */
  proof: readonly [from: string, hash: string]
  /** Address of the receipt. */
  link: string
}

const PLACES = ['a', 'b'] as const
const SIDES = {
  a: { at: [300, 760], x: 1_016, align: 'right', nameY: 680, numberY: 840, noteY: 894 },
  b: { at: [780, 1_190], x: 64, align: 'left', nameY: 1_110, numberY: 1_270, noteY: 1_324 },
} as const
const RADIUS = 150
const FACE = RADIUS - 4
const LINES = 300
/** Longer steps along a line than a still picture's cost less. */
const STEP = 12
const MIDDLE = CLIP.width / 2
const ROOM = CLIP.width - 128
const BRAND_Y = 290
const TITLE_Y = 430
const NOTE_Y = 500
/** Share to which the front falls at the end, short of 1 so that the loser keeps some lines. */
const COLLAPSED = 0.985
const COLLAPSE_FRAMES = 24
const FADE_FRAMES = 7
const RING = { x: MIDDLE, y: 930, r: 180 } as const
const GROW_FRAMES = 65
/** The front follows the score over as many frames. */
const FRONT_FRAMES = 6

const clamped = (k: number): number => Math.min(1, Math.max(0, k))

interface Scenery {
  show: BattleShow
  plot: DrawPlot
  /** Of both sides, and of a winner. */
  colors: (winner: Place | null) => Readonly<Record<Place, Rgb>>
}

/** Returns what draws a battle frame by frame. */
export function battleDrawing(show: BattleShow): (pen: Pen, frame: number) => void {
  const { a, b } = show.people
  const scenery: Scenery = {
    show,
    plot: plotOf(show.story),
    colors: (winner) => {
      const keys = resultKeys(levelOfStreak(a.days).key, levelOfStreak(b.days).key, winner)
      const [colorA, colorB] = keys.map((key) => (key === null ? INK_3 : LEVELS[key]))
      return { a: colorA ?? INK_3, b: colorB ?? INK_3 }
    },
  }
  return (pen, frame) => {
    const moment = sceneAt(show.story.scenes, frame)
    clear(pen)
    if (moment.scene.kind === 'faces') drawFaces(pen, scenery, moment.k)
    else if (moment.scene.kind === 'field') drawScore(pen, scenery, moment.scene, frame)
    else drawResult(pen, scenery, moment.scene.winner, { at: moment.at, share: shareOn(show.story, frame) })
    drawBrand(pen, BRAND_Y)
  }
}

/** Returns what a frame of a battle shows, as a key. */
export function battlePicture(story: BattleStory, frame: number): string {
  const { scene, at, k } = sceneAt(story.scenes, frame)
  if (scene.kind === 'faces') return `faces ${k}`
  // Before that, the front still moves.
  if (scene.kind === 'result') return `result ${Math.min(at, COLLAPSE_FRAMES + GROW_FRAMES)}`
  const { seq, atMs, hasArrived } = scoreOn(story, frame)
  return `${story.scenes.indexOf(scene)} ${seq} ${atMs} ${hasArrived} ${shareOn(story, frame)}`
}

/** Returns side A's share as drawn: that of the last frames, so that the front moves where the score jumps. */
function shareOn(story: BattleStory, frame: number): number {
  let sum = 0
  for (let i = 0; i < FRONT_FRAMES; i++) {
    const { a, b } = scoreOn(story, frame - i)
    sum += shareOf(a, b)
  }
  return sum / FRONT_FRAMES
}

interface FieldLook {
  share: number
  /** Of the gifts that are drawn as bright lines. */
  seq: number
  colors: Readonly<Record<Place, Rgb>>
  pale?: Place | null
  /** Of the short lines. */
  reach?: number
}

/** Draws lines, faces and front. */
function drawBothSides(
  pen: Pen,
  { people, topGifts }: BattleShow,
  { share, seq, colors, pale, reach = 1 }: FieldLook,
): void {
  const side = (place: Place) => {
    const { id, days, auraPoints } = people[place]
    const gifts = topGifts.get(seq)?.[place] ?? []
    return { shape: auraShape(id, days, auraPoints), at: SIDES[place].at, radius: RADIUS, gifts }
  }
  const { width, height } = CLIP
  const spec: FieldSpec = { width, height, a: side('a'), b: side('b'), share, lines: LINES, reach, step: STEP }
  const field = battleField(spec)
  drawField(pen.ctx, field, spec, { colorA: colors.a, colorB: colors.b, dark: true, weight: 1.5 })
  fade(pen, 640, 380)
  fade(pen, 1_340, 1_440)
  for (const place of PLACES) {
    const { name, photo } = people[place]
    const [x, y] = SIDES[place].at
    drawFace(pen, { name, photo, x, y, r: FACE, isPale: pale === place })
  }
  if (isFrontFree(spec, field.nullPoint)) diamond(pen.ctx, ...field.nullPoint, 12)
}

function drawTitle(pen: Pen, title: string, note: string, color: Rgb = INK): void {
  fillText(pen, title, MIDDLE, TITLE_Y, { size: 84, weight: 800, width: 'normal', room: ROOM })
  fillText(pen, note, MIDDLE, NOTE_Y, { size: 42, weight: 600, width: 'slim', room: ROOM, color })
}

interface Beside {
  number: string
  note: string
  isPale?: boolean
}

/** Draws a name and a number beside the face of a side, with a shadow: lines of the field may pass below. */
function drawBeside(pen: Pen, name: string, place: Place, { number, note, isPale = false }: Beside): void {
  const { x, align, nameY, numberY, noteY } = SIDES[place]
  const { ctx } = pen
  ctx.save()
  ctx.shadowColor = css(PLATE, 1)
  ctx.shadowBlur = 24
  const look = { align, room: 500, color: isPale ? INK_2 : INK } as const
  fillText(pen, name, x, nameY, { ...look, size: 48, weight: 700, width: 'slim' })
  fillText(pen, number, x, numberY, { ...look, size: 168, weight: 800, width: 'normal' })
  fillText(pen, note, x, noteY, { ...look, size: 38, weight: 600, width: 'slim', color: INK_2 })
  ctx.restore()
}

function drawFaces(pen: Pen, { show, colors }: Scenery, k: number): void {
  drawBothSides(pen, show, { share: 0.5, seq: 0, colors: colors(null), reach: 0.4 + 0.6 * easeOut(k) })
  drawTitle(pen, show.title, show.day, INK_2)
  for (const place of PLACES)
    drawBeside(pen, show.people[place].name, place, { number: formatWhole(show.stake), note: 'AP at stake' })
}

function drawScore(
  pen: Pen,
  { show, plot, colors }: Scenery,
  scene: BattleScene & { kind: 'field' },
  frame: number,
): void {
  const { story, people, unit } = show
  const score = scoreOn(story, frame)
  const seq = score.hasArrived ? score.seq : scene.from.seq
  drawBothSides(pen, show, { share: shareOn(story, frame), seq, colors: colors(null) })
  const ahead = aheadOf(score.a, score.b)
  const { title, note, isLate } = headlineOf(score, { scene, leader: ahead && people[ahead].name, story, unit })
  drawTitle(pen, title, note, isLate ? LIVE : INK_2)
  drawScores(pen, show, score)
  plot(pen, score, colors(null))
}

function drawScores(pen: Pen, { people, unit }: BattleShow, score: Pick<Cut, Place>, pale: Place | null = null): void {
  for (const place of PLACES) {
    const look = { number: formatWhole(score[place]), note: unit, isPale: pale === place }
    drawBeside(pen, people[place].name, place, look)
  }
}

interface Headline {
  title: string
  note: string
  isLate: boolean
}

interface Told extends Pick<BattleShow, 'story' | 'unit'> {
  scene: BattleScene & { kind: 'field' }
  leader: string | null
}

/** Returns what stands above the field: who leads, and how often that changed or moved the end. */
function headlineOf(score: ReturnType<typeof scoreOn>, { scene, leader, story, unit }: Told): Headline {
  const isLate = score.hasArrived && scene.late !== null
  const hasChanged = score.hasArrived && (isLate || scene.changes !== null)
  const none = unit === 'points' ? 'No points yet' : 'No gifts yet'
  if (!leader) return { title: score.a > 0 ? 'A tie' : none, note: '', isLate: false }
  const title = hasChanged ? `${leader} takes the lead` : `${leader} leads`
  if (isLate && scene.late) return { title, note: lateText(scene.late), isLate }
  return { title, note: hasChanged && scene.changes ? changesText(scene.changes, story.changes.length) : '', isLate }
}

const lateText = ({ leftMs, movedMs }: LateLead): string =>
  `Late lead with ${clockText(leftMs)} left: now ${clockText(movedMs)} to go`

function changesText([first, last]: readonly [number, number], all: number): string {
  const numbers =
    first === last ? `change ${formatWhole(first)}` : `changes ${formatWhole(first)} to ${formatWhole(last)}`
  return `Lead ${numbers} of ${formatWhole(all)}`
}

interface ResultLook {
  at: number
  share: number
}

function drawResult(pen: Pen, scenery: Scenery, winner: Place | null, look: ResultLook): void {
  if (winner === null) drawDraw(pen, scenery, look)
  else drawWin(pen, scenery, winner, look)
}

function drawDraw(pen: Pen, { show, colors }: Scenery, { share }: ResultLook): void {
  const final = show.story.scoreAt(show.story.lengthMs)
  drawBothSides(pen, show, { share, seq: final.seq, colors: colors(null) })
  drawTitle(pen, 'Aura Draw', 'No Winner. Both stakes are returned.', INK_2)
  drawScores(pen, show, final)
  drawProof(pen, show)
}

/** The front falls, then the winner's ring grows to what it is today. */
function drawWin(pen: Pen, { show, colors }: Scenery, winner: Place, { at, share }: ResultLook): void {
  const { people, story } = show
  const final = story.scoreAt(story.lengthMs)
  const loser = winner === 'a' ? 'b' : 'a'
  const person = people[winner]
  const color = colors(winner)[winner]
  const left = 1 - clamped((at - COLLAPSE_FRAMES) / FADE_FRAMES)
  const risen = clamped((at - COLLAPSE_FRAMES - FADE_FRAMES) / FADE_FRAMES)
  if (left > 0) {
    const fallen = easeOut(clamped(at / COLLAPSE_FRAMES))
    const goal = winner === 'a' ? COLLAPSED : 1 - COLLAPSED
    const look = {
      share: share + (goal - share) * fallen,
      seq: final.seq,
      colors: colors(winner),
      pale: loser,
    } as const
    withAlpha(pen, left, () => {
      drawBothSides(pen, show, look)
      drawScores(pen, show, final, loser)
    })
  }
  fade(pen, 640, 580)
  if (risen > 0) {
    const grown = easeOut(clamped((at - COLLAPSE_FRAMES) / GROW_FRAMES))
    withAlpha(pen, risen, () => {
      drawPersonRing(pen, person, { ...RING, color, day: person.days * grown })
      const text = { align: 'center', room: ROOM } as const
      const score = [final[winner], final[loser]].map(formatWhole).join(' to ')
      fillText(pen, score, MIDDLE, 1_330, { ...text, size: 96, weight: 800, width: 'normal' })
      const gain = `${show.unit}, and ${formatWhole(show.stake)} AP from ${people[loser].name}`
      fillText(pen, gain, MIDDLE, 1_395, { ...text, size: 40, weight: 600, width: 'slim', color: INK_2 })
      drawProof(pen, show)
    })
  }
  const title = { size: 112, weight: 800, room: ROOM, color } as const
  fillText(pen, person.name, MIDDLE, TITLE_Y, { ...title, width: 'wide' })
  fillText(pen, 'Wins!', MIDDLE, TITLE_Y + 114, { ...title, width: 'slim' })
}

/** The small print: what the video was drawn from, and where to recompute it. */
function drawProof(pen: Pen, { proof: [from, hash], link }: BattleShow): void {
  const look = { weight: 400, room: ROOM, color: INK_3 } as const
  fillText(pen, `Drawn from the receipt: ${from}. The last hash:`, MIDDLE, 1_500, { ...look, size: 30 })
  fillText(pen, hash, MIDDLE, 1_545, { ...look, size: 26 })
  fillText(pen, link, MIDDLE, 1_600, { ...look, size: 30, color: INK_2 })
}
