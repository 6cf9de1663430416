/** Returns the most frequent shift, on a tie the one seen first, so that a few outliers don't matter. */
export function commonShift(movesFromTheTop: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const move of movesFromTheTop) counts.set(move, (counts.get(move) ?? 0) + 1)
  let [common, most] = [0, 0]
  for (const [move, count] of counts) if (count > most) [common, most] = [move, count]
  return common
}
