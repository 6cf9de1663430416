/** Hues of the level colours in degrees, as in web/src/styles/tokens.css. */
const HUES = { clout: 250, attention: 318, dedicated: 170, grinder: 135, vader: 99 } as const

/** Hues closer than this look alike at a glance. */
const MIN_DEGREES_APART = 60

export type HueKey = keyof typeof HUES

/** Returns both level colours; if they look alike, side B is drawn in ink. */
export function sideKeys(a: HueKey, b: HueKey): readonly [HueKey, HueKey | 'ink'] {
  const turn = Math.abs(HUES[a] - HUES[b])
  return [a, Math.min(turn, 360 - turn) < MIN_DEGREES_APART ? 'ink' : b]
}
