import type { Answer } from '@aura/api/calls'
import { STEEZE_RULES } from '@aura/api/rules/steeze'
import type { StrokeLook } from '#aura/stroke-look.ts'

export type Reserves = Answer<'GET /api/reserves'>

/** Returns whether the reserves suffice and ledger and contract agree. */
export const doesHold = ({ cover, isMatching }: Pick<Reserves, 'cover' | 'isMatching'>): boolean =>
  isMatching && (cover === null || cover >= 1)

/** Rounds down to one decimal, so that 99.99 % never reads as 100 %. */
export const percentText = (cover: number): string => `${(Math.floor(Math.round(cover * 1e9) / 1e6) / 10).toFixed(1)}%`

const MAX_STROKES = 250

/** Returns one stroke per percent of the required reserves: covered, surplus or missing. */
export function coverStrokes(cover: number | null): { looks: StrokeLook[]; isCut: boolean } {
  if (cover === null) return { looks: Array.from({ length: 100 }, () => 'empty'), isCut: false }
  const held = Math.floor(Math.round(cover * 1e9) / 1e7)
  const count = Math.min(MAX_STROKES, Math.max(100, held))
  const looks = Array.from(
    { length: count },
    (_, i): StrokeLook => (i >= held ? 'missing' : i < 100 ? 'solid' : 'outlined'),
  )
  return { looks, isCut: held > MAX_STROKES }
}

const DAYS = STEEZE_RULES.coverDays
const DAY_MS = 86_400_000

export interface CoverDay {
  day: string
  cover: number
}

export const coverDays = (history: Reserves['history'], today: string): CoverDay[] =>
  history
    .filter(({ day, usdcRequired }) => usdcRequired > 0 && dayMs(today) - dayMs(day) < DAYS * DAY_MS)
    .map(({ day, usdcHeld, usdcRequired }) => ({ day, cover: usdcHeld / usdcRequired }))

const dayMs = (day: string) => Date.parse(`${day}T00:00:00Z`)

export interface CoverPlot {
  foot: number
  top: number
  bars: { day: string; x: number; height: number; isShort: boolean }[]
}

/** Returns bars in a box of 100 by 100. The axis starts at 100 %, or below the worst day. */
export function coverPlot(days: readonly CoverDay[], today: string): CoverPlot | null {
  if (days.length === 0) return null
  const percents = days.map(({ cover }) => cover * 100)
  const foot = Math.min(100, Math.floor(Math.min(...percents) / 25) * 25)
  const top = Math.max(foot + 50, Math.ceil(Math.max(...percents) / 25) * 25)
  return {
    foot,
    top,
    bars: days.map(({ day, cover }) => ({
      day,
      x: 100 - ((dayMs(today) - dayMs(day)) / DAY_MS / (DAYS - 1)) * 100,
      // At least a sliver, so that the day is visible.
      height: Math.max(1, ((cover * 100 - foot) / (top - foot)) * 100),
      isShort: cover < 1,
    })),
  }
}
