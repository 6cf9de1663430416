/** How high a row is, by its place: the first, those with a medal, and all others. */
export type RowHeights = readonly [first: number, medal: number, other: number]

const MEDALS_END = 3

/** Which of the heights a row has. */
export const kindOfRow = (index: number): 0 | 1 | 2 => (index === 0 ? 0 : index < MEDALS_END ? 1 : 2)

/** Where a row begins, in pixels from the beginning of the list; of the row behind the last, how high the list is. */
export function startOfRow(index: number, [first, medal, other]: RowHeights): number {
  if (index === 0) return 0
  const medals = Math.min(index, MEDALS_END) - 1
  return first + medals * medal + Math.max(0, index - MEDALS_END) * other
}

/** The row at a distance from the beginning of the list. It is sums and not a search: there may be very many rows. */
export function rowAt(px: number, heights: RowHeights): number {
  const [first, medal, other] = heights
  if (px < first) return 0
  const medalsEnd = startOfRow(MEDALS_END, heights)
  if (px < medalsEnd) return 1 + Math.floor((px - first) / medal)
  return MEDALS_END + Math.floor((px - medalsEnd) / other)
}
