interface Search {
  first: number
  /** Largest relative error of the result, such as 0.1. */
  within: number
  /** The search stops at this rate. */
  max: number
}

/**
 * Doubles the rate until it doesn't hold, then halves the gap. A rate that doesn't hold is tried once more, because a
 * single stall on a shared machine decides nothing. Returns the highest rate that held, or 0.
 */
export async function highestRate({ first, within, max }: Search, tries: (perSecond: number) => Promise<boolean>) {
  const holds = async (perSecond: number) => (await tries(perSecond)) || (await tries(perSecond))
  let [low, high] = [0, Number.POSITIVE_INFINITY]
  for (let rate = first; high === Number.POSITIVE_INFINITY && low < max; rate = Math.min(max, rate * 2)) {
    if (await holds(rate)) low = rate
    else high = rate
  }
  while (high - low > within * high && high < Number.POSITIVE_INFINITY) {
    const rate = Math.round((low + high) / 2)
    if (rate === low || rate === high) break
    if (await holds(rate)) low = rate
    else high = rate
  }
  return low
}
