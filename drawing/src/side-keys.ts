export type HueKey = 'clout' | 'attention' | 'dedicated' | 'grinder' | 'vader'

/** A level's colour, or its second shade: the hue shifted within the level's family, and darker. */
export type SideKey = HueKey | `${HueKey}-2`

/**
 * Levels whose colours some people can't tell apart in either theme: by hue, or with red-, green- or blue-blindness.
 * Measured by web/src/aura/side-colors.test.ts.
 */
const ALIKE: Readonly<Record<HueKey, readonly HueKey[]>> = {
  clout: ['clout', 'attention', 'dedicated', 'grinder'],
  attention: ['attention', 'clout'],
  dedicated: ['dedicated', 'clout', 'grinder', 'vader'],
  grinder: ['grinder', 'clout', 'dedicated', 'vader'],
  vader: ['vader', 'dedicated', 'grinder'],
}

/** Returns two distinguishable colours: if the levels look alike, side B gets its second shade. */
export function sideKeys(a: HueKey, b: HueKey): readonly [HueKey, SideKey] {
  return [a, ALIKE[a].includes(b) ? `${b}-2` : b]
}

/** Returns the colours once a winner is known: the winner has their level's own, the loser none. */
export function resultKeys(a: HueKey, b: HueKey, winner: 'a' | 'b' | null): readonly [SideKey | null, SideKey | null] {
  if (winner === null) return sideKeys(a, b)
  return winner === 'a' ? [a, null] : [null, b]
}
