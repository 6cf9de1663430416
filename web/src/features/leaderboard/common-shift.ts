/** How far most of them have moved; of two that are as common, the one further up. So a few who go far change nothing. */
export function commonShift(movesFromTheTop: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const move of movesFromTheTop) counts.set(move, (counts.get(move) ?? 0) + 1)
  let [common, most] = [0, 0]
  for (const [move, count] of counts) if (count > most) [common, most] = [move, count]
  return common
}
