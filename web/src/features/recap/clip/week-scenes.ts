import type { Recap, RecapFigure } from '@aura/api/calls/recap'
import { CLIP, framesOf, type Scene } from '#aura/clip/clip.ts'

export type WeekScene = Scene &
  (
    | { kind: 'open' | 'days' | 'close' }
    | { kind: 'figure'; figure: RecapFigure }
    | { kind: 'best'; best: NonNullable<Recap['best']> }
  )

const FPS = CLIP.framesPerSecond
const OPEN = 2.5 * FPS
export const DAY_FRAMES = 18
const BEST = 2.5 * FPS
const CLOSE = 2.8 * FPS
const LEAST = 12 * FPS
const MAX_FIGURES = 6
/** Six figures take as long as four. */
const FIGURE = { usual: 1.5 * FPS, many: FPS, manyFrom: 5 } as const

const RANK = { figure: 0, best: 1, days: 2 } as const

/** Returns the scenes of a week in which something happened: 12 to 18 seconds, with the figures that its page shows. */
export function weekScenes({ figures, best }: Pick<Recap, 'figures' | 'best'>): WeekScene[] {
  const shown = figures.slice(0, MAX_FIGURES)
  const frames = shown.length < FIGURE.manyFrom ? FIGURE.usual : FIGURE.many
  const scenes: WeekScene[] = [
    { kind: 'open', frames: OPEN, rank: 0 },
    { kind: 'days', frames: 7 * DAY_FRAMES, rank: RANK.days },
    ...shown.map((figure) => ({ kind: 'figure', frames, rank: RANK.figure, figure }) as const),
    ...(best ? [{ kind: 'best', frames: BEST, rank: RANK.best, best } as const] : []),
  ]
  const close = Math.max(CLOSE, LEAST - framesOf(scenes))
  return [...scenes, { kind: 'close', frames: close, rank: 0 }]
}

/**
 * Returns the streak at the end of each of the seven days, as far as the week tells: null before the last day without
 * a line, since nobody knows how long the streak had been before it.
 */
export function streaksOf({ days, streak }: Pick<Recap, 'days' | 'streak'>): (number | null)[] {
  const lastDark = days.findLastIndex(({ state }) => state === 'dark')
  const litAfter = (at: number) => days.slice(at + 1).filter(({ state }) => state === 'lit').length
  return days.map((_, at) => (at < lastDark ? null : at === lastDark ? 0 : Math.max(0, streak - litAfter(at))))
}

/** Returns the streak with which the week began, null if it doesn't tell. */
export function streakBefore(recap: Pick<Recap, 'days' | 'streak'>): number | null {
  const [first] = streaksOf(recap)
  if (first === null || first === undefined) return null
  return recap.days[0]?.state === 'lit' ? Math.max(0, first - 1) : first
}
