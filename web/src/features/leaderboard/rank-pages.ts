export interface RankPages<Row> {
  count: number
  at(index: number): Row | undefined
  /** Returns the user's index, or -1. The search starts at `near`. */
  indexOf(id: string, near: number): number
}

/** Concatenates pages without copying. A user who moved up between two loads appears only once. */
export function rankPages<Row extends { id: string }>(pages: readonly (readonly Row[])[]): RankPages<Row> {
  const [first = [], second, ...others] = pages
  const inFirst = new Set(first.map(({ id }) => id))
  const parts = second ? [first, second.filter(({ id }) => !inFirst.has(id)), ...others] : [first]
  const starts: number[] = []
  let count = 0
  for (const part of parts) {
    starts.push(count)
    count += part.length
  }
  const partOf = (index: number): number => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return low
  }
  const at = (index: number): Row | undefined => {
    const part = partOf(index)
    return parts[part]?.[index - (starts[part] ?? 0)]
  }
  return {
    count,
    at,
    indexOf(id, near) {
      if (at(near)?.id === id) return near
      for (const [nr, part] of parts.entries()) {
        const found = part.findIndex((row) => row.id === id)
        if (found >= 0) return (starts[nr] ?? 0) + found
      }
      return -1
    },
  }
}
