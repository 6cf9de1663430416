/** Days that a new level's colour takes to arrive while a streak grows before one's eyes. */
const ARRIVAL_DAYS = 0.8

/** Which levels' colours light a day: `k` of the way from one to the next, by their places in the list of levels. */
export interface LevelBlend {
  from: number
  to: number
  k: number
}

/** The colour at a moment of a growing streak; `starts` are the first days of the levels, lowest first. */
export function levelBlend(starts: readonly number[], day: number): LevelBlend {
  const to = Math.max(
    0,
    starts.findLastIndex((start) => start <= day),
  )
  if (to === 0) return { from: 0, to: 0, k: 1 }
  return { from: to - 1, to, k: Math.min(1, (day - (starts[to] ?? 0)) / ARRIVAL_DAYS) }
}
