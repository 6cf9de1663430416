const ARRIVAL_DAYS = 0.8

/** Level indexes; `k` is the fraction from one to the other. */
export interface LevelBlend {
  from: number
  to: number
  k: number
}

export function levelBlend(starts: readonly number[], day: number): LevelBlend {
  const to = Math.max(
    0,
    starts.findLastIndex((start) => start <= day),
  )
  if (to === 0) return { from: 0, to: 0, k: 1 }
  return { from: to - 1, to, k: Math.min(1, (day - (starts[to] ?? 0)) / ARRIVAL_DAYS) }
}
