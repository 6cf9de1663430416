/** Length of the loop in seconds. The video of it is as long, so either can go on where the other was. */
export const LOOP_SECONDS = 27
const BARE_UNTIL = 1
const BUILT_AT = 20
const HELD_UNTIL = 24.2
const RELEASE_SECONDS = 2.2
/** The last day that is shown: six beyond the one on which the highest level begins. */
const LAST_DAY = 36
/** Whoever can't or won't see it move sees the day on which it closes its ring. */
export const STILL_DAY = 30
/** A day by which the first streamer is not seen yet. */
const DAWN = 0.001

/** What the loop shows at a moment. */
export interface HeroMoment {
  /** Streak day, with its fraction. */
  day: number
  /** 0 to 1: how far the lines have flown off. */
  released: number
}

/** The hero at `seconds` since it began: bare, day 0 to 36 ever faster, held, released; then again. */
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
