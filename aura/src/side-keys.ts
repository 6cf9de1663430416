/** Hue of each level's colour in degrees, as in the tokens (web/src/styles/tokens.css). */
const HUES = { clout: 250, attention: 318, dedicated: 170, grinder: 135, vader: 99 } as const

/** Nearer than this, two hues are taken for one at a glance. */
const MIN_DEGREES_APART = 60

/** A level by the name of its colour. */
export type HueKey = keyof typeof HUES

/** The colours of a battle's two sides: their levels', unless those are too alike; then side B is drawn in ink. */
export function sideKeys(a: HueKey, b: HueKey): readonly [HueKey, HueKey | 'ink'] {
  const turn = Math.abs(HUES[a] - HUES[b])
  return [a, Math.min(turn, 360 - turn) < MIN_DEGREES_APART ? 'ink' : b]
}
