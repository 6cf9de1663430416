/** The video has the same length, so either can continue at the other's position. */
export const LOOP_SECONDS = 27
const BARE_UNTIL = 1
const BUILT_AT = 20
const HELD_UNTIL = 24.2
const RELEASE_SECONDS = 2.2
/** Six days beyond the start of the highest level. */
const LAST_DAY = 36
/** The day shown with reduced motion: the ring closes. */
export const STILL_DAY = 30
const DAWN = 0.001

export interface HeroMoment {
  day: number
  /** Progress of the lines flying off, 0 to 1. */
  released: number
}

/** Phases of a loop: bare, day 0 to 36 ever faster, held, released. */
export function heroLoop(seconds: number): HeroMoment {
  const t = seconds % LOOP_SECONDS
  if (t < BARE_UNTIL) return { day: DAWN, released: 0 }
  if (t < BUILT_AT) {
    const k = (t - BARE_UNTIL) / (BUILT_AT - BARE_UNTIL)
    const eased = 0.25 * k + 0.75 * k * k * (3 - 2 * k) * (0.6 + 0.4 * k)
    return { day: Math.max(DAWN, LAST_DAY * eased), released: 0 }
  }
  if (t < HELD_UNTIL) return { day: LAST_DAY, released: 0 }
  return { day: LAST_DAY, released: Math.min(1, (t - HELD_UNTIL) / RELEASE_SECONDS) }
}
