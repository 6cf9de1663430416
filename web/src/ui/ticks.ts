export function clampAmount(value: number | null, min: number, max: number): number {
  if (value === null || !Number.isFinite(value)) return min
  return Math.max(min, Math.min(Math.max(min, max), Math.trunc(value)))
}

/** Returns the number of lit ticks: none at `min`, all at `max`, and at least one above `min`. */
export function litTicks(value: number, min: number, max: number, count: number): number {
  if (max <= min || value <= min) return 0
  if (value >= max) return count
  return Math.max(1, Math.min(count - 1, Math.round(((value - min) / (max - min)) * count)))
}

/** Distributes `count` ticks in proportion. Amounts above zero get at least one tick, so that they stay visible. */
export function shareTicks(amounts: readonly number[], count: number): number[] {
  const total = amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0)
  if (total === 0) return amounts.map(() => 0)
  const exact = amounts.map((amount) => (Math.max(0, amount) / total) * count)
  const shares = exact.map((share) => (share > 0 ? Math.max(1, Math.floor(share)) : 0))
  let left = count - shares.reduce((sum, share) => sum + share, 0)
  const byRest = exact.map((share, i) => ({ i, rest: share - (shares[i] ?? 0) })).sort((a, b) => b.rest - a.rest)
  for (const { i } of byRest) {
    if (left <= 0) break
    if ((shares[i] ?? 0) > 0) {
      shares[i] = (shares[i] ?? 0) + 1
      left -= 1
    }
  }
  // The largest share compensates for rounding up small ones.
  const largest = shares.indexOf(Math.max(...shares))
  if (left < 0) shares[largest] = (shares[largest] ?? 0) + left
  return shares
}
