const FULL_WIDTH_LETTERS = 11
const NARROWEST = 60

/** Font-stretch in percent: set by rank, reduced for long names. */
export function nameStretch(rank: number, name: string): number {
  const full = rank === 1 ? 150 : rank <= 3 ? 115 : 80
  if (name.length <= FULL_WIDTH_LETTERS) return full
  return Math.max(NARROWEST, Math.round((full * FULL_WIDTH_LETTERS) / name.length))
}
