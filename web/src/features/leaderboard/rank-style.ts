/** Names wider than this many letters are drawn narrower, so that a place keeps its size. */
const FULL_WIDTH_LETTERS = 11
const NARROWEST = 60

/** Font-stretch of a name in percent: its place decides, a long name takes it back down. */
export function nameStretch(rank: number, name: string): number {
  const full = rank === 1 ? 150 : rank <= 3 ? 115 : 80
  if (name.length <= FULL_WIDTH_LETTERS) return full
  return Math.max(NARROWEST, Math.round((full * FULL_WIDTH_LETTERS) / name.length))
}
