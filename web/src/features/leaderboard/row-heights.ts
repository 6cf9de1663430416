/** Heights in pixels by rank: first, medals, the rest. */
export type RowHeights = readonly [first: number, medal: number, other: number]

const MEDALS_END = 3

export const kindOfRow = (index: number): 0 | 1 | 2 => (index === 0 ? 0 : index < MEDALS_END ? 1 : 2)

/** Returns the top of a row in pixels; for the index after the last, the list's height. */
export function startOfRow(index: number, [first, medal, other]: RowHeights): number {
  if (index === 0) return 0
  const medals = Math.min(index, MEDALS_END) - 1
  return first + medals * medal + Math.max(0, index - MEDALS_END) * other
}

/** Returns the row at an offset in pixels. Constant time, because a list may have very many rows. */
export function rowAt(px: number, heights: RowHeights): number {
  const [first, medal, other] = heights
  if (px < first) return 0
  const medalsEnd = startOfRow(MEDALS_END, heights)
  if (px < medalsEnd) return 1 + Math.floor((px - first) / medal)
  return MEDALS_END + Math.floor((px - medalsEnd) / other)
}
