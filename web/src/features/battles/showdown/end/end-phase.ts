/** Phases of the end: everything holds, the front collapses, the winner's ring floods the page, the result stands. */
export type EndPhase = 'hold' | 'collapse' | 'flood' | 'still'

const PHASES = [
  { phase: 'hold', untilMs: 700 },
  { phase: 'collapse', untilMs: 1_600 },
  { phase: 'flood', untilMs: 4_600 },
] as const

interface End {
  /** Time since the end; null if the page was opened later. */
  passedMs: number | null
  hasWinner: boolean
  /** Reduced motion, or paused effects. */
  isStill: boolean
}

/** Returns the current phase. Without a winner nothing collapses: the field holds, then the result stands. */
export function endPhase({ passedMs, hasWinner, isStill }: End): EndPhase {
  if (passedMs === null || isStill) return 'still'
  const now = PHASES.find(({ untilMs }) => passedMs < untilMs)?.phase ?? 'still'
  return now === 'hold' || hasWinner ? now : 'still'
}

export const nextPhaseMs = (passedMs: number): number | null =>
  PHASES.find(({ untilMs }) => passedMs < untilMs)?.untilMs ?? null
