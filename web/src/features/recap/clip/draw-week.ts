import type { Recap } from '@aura/api/calls/recap'
import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { css, type Rgb } from '@aura/drawing/colors'
import { INK, INK_2, INK_3, LEVELS, LINE_2 } from '@aura/drawing/palette'
import { CLIP, easeOut, sceneAt } from '#aura/clip/clip.ts'
import {
  clear,
  drawBrand,
  drawPersonRing,
  fade,
  fillText,
  type Pen,
  type RingedFace,
  withAlpha,
} from '#aura/clip/pen.ts'
import { dayName, weekText } from '../recap-texts.ts'
import { DAY_FRAMES, streakBefore, streaksOf, type WeekScene } from './week-scenes.ts'

export interface WeekShow {
  recap: Recap
  scenes: readonly WeekScene[]
  person: RingedFace
  /** Address of the profile. */
  link: string
}

const MIDDLE = CLIP.width / 2
const ROOM = CLIP.width - 128
const RING = { x: MIDDLE, y: 820, r: 190 } as const
const BRAND_Y = 290
const TITLE_Y = 430
const NOTE_Y = 500
const NUMBER_Y = 1_310
const WORDS_Y = 1_390
const LAST_Y = 1_460
const LINK_Y = 1_600
const DAYS = { left: 120, right: CLIP.width - 120, bottom: 1_500, tall: 190 } as const

interface Scenery extends WeekShow {
  streaks: readonly (number | null)[]
  before: number | null
}

/** Returns what draws a week frame by frame. */
export function weekDrawing(show: WeekShow): (pen: Pen, frame: number) => void {
  const scenery = { ...show, streaks: streaksOf(show.recap), before: streakBefore(show.recap) }
  return (pen, frame) => {
    const { scene, k, at } = sceneAt(show.scenes, frame)
    const { week, until, streak } = show.recap
    clear(pen)
    const day = scene.kind === 'open' ? (scenery.before ?? 0) : scene.kind === 'days' ? dayOn(scenery, at) : streak
    drawRingOf(pen, scenery, day)
    const { name } = show.person
    fillText(pen, name, MIDDLE, TITLE_Y, { size: 84, weight: 800, width: 'normal', room: ROOM })
    fillText(pen, weekText(week, until), MIDDLE, NOTE_Y, {
      size: 42,
      weight: 600,
      width: 'slim',
      color: INK_2,
      room: ROOM,
    })
    withAlpha(pen, easeOut(Math.min(1, 3 * k)), () => drawScene(pen, scenery, scene, at))
    drawBrand(pen, BRAND_Y)
  }
}

/** Returns what a frame of a week shows, as a key: what fades in rests a third into its scene. */
export function weekPicture(scenes: readonly WeekScene[], frame: number): string {
  const { scene, k, at } = sceneAt(scenes, frame)
  return `${scenes.indexOf(scene)} ${scene.kind === 'days' ? at : Math.min(1, 3 * k)}`
}

const colorOf = (day: number): Rgb => (day > 0 ? LEVELS[levelOfStreak(Math.floor(day)).key] : LINE_2)

/** Returns the ring's day at a frame of the seven days: each lit day grows its line. */
function dayOn({ streaks, before }: Scenery, at: number): number {
  const index = Math.min(6, Math.floor(at / DAY_FRAMES))
  const after = streaks[index] ?? 0
  const from = (index === 0 ? before : streaks[index - 1]) ?? 0
  const grown = easeOut(Math.min(1, (at - index * DAY_FRAMES) / (DAY_FRAMES - 4)))
  return from + (after - from) * grown
}

function drawRingOf(pen: Pen, { person }: WeekShow, day: number): void {
  drawPersonRing(pen, person, { ...RING, color: colorOf(Math.ceil(day)), day })
  fade(pen, 600, 520)
}

function drawScene(pen: Pen, { recap, link, person }: Scenery, scene: WeekScene, at: number): void {
  switch (scene.kind) {
    case 'open':
      drawNumber(pen, 'Your week', 'on Aura', INK)
      break
    case 'days':
      drawDays(pen, recap.days, at)
      break
    case 'figure':
      drawNumber(pen, scene.figure.number, scene.figure.words, INK)
      drawNote(pen, scene.figure.note ?? '', LAST_Y)
      break
    case 'best':
      drawNote(pen, 'Best moment', NUMBER_Y - 120)
      fillText(pen, scene.best.title, MIDDLE, NUMBER_Y, { size: 80, weight: 800, width: 'slim', room: ROOM })
      drawNote(pen, scene.best.detail, WORDS_Y)
      break
    default:
      drawClose(pen, { points: `${formatWhole(person.auraPoints)} AP now`, streak: recap.streak, link })
  }
}

function drawClose(pen: Pen, { points, streak, link }: { points: string; streak: number; link: string }): void {
  if (streak > 0) drawNumber(pen, formatWhole(streak), 'day streak', colorOf(streak))
  drawNote(pen, points, LAST_Y)
  fillText(pen, link, MIDDLE, LINK_Y, { size: 32, weight: 400, color: INK_2, room: ROOM })
}

function drawNumber(pen: Pen, number: string, words: string, color: Rgb): void {
  fillText(pen, number, MIDDLE, NUMBER_Y, { size: 170, weight: 800, width: 'normal', color, room: ROOM })
  fillText(pen, words, MIDDLE, WORDS_Y, { size: 56, weight: 600, width: 'slim', room: ROOM })
}

const drawNote = (pen: Pen, note: string, y: number): void =>
  fillText(pen, note, MIDDLE, y, { size: 40, weight: 400, color: INK_2, room: ROOM })

/** Draws the seven days one after the other: a line for a lit one, a dash for a kept one, a dot for nothing. */
function drawDays(pen: Pen, days: Recap['days'], at: number): void {
  const { ctx } = pen
  const gap = (DAYS.right - DAYS.left) / 6
  for (const [i, { day, state }] of days.entries()) {
    const x = DAYS.left + i * gap
    const grown = easeOut(Math.min(1, Math.max(0, (at - i * DAY_FRAMES) / (DAY_FRAMES - 4))))
    const isLit = state === 'lit'
    ctx.fillStyle = css(isLit ? INK : state === 'held' ? INK_2 : LINE_2, 1)
    const [width, height] = isLit ? [10, Math.max(6, DAYS.tall * grown)] : state === 'held' ? [60 * grown, 6] : [6, 6]
    ctx.fillRect(x - width / 2, DAYS.bottom - height, width, height)
    const color = isLit && grown > 0 ? INK : INK_3
    fillText(pen, dayName(day), x, DAYS.bottom + 56, { size: 36, weight: 600, width: 'slim', color, room: gap - 8 })
  }
}
