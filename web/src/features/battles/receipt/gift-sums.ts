export interface PlottedGift {
  /** Time since the battle's start. */
  atMs: number
  amount: number
  side: 'a' | 'b'
}

export interface LeadChange {
  atMs: number
  to: 'a' | 'b'
  sum: number
}

export interface Cumulated {
  /** [time in ms, sum] after each gift, starting at 0. */
  a: readonly (readonly [number, number])[]
  b: readonly (readonly [number, number])[]
  sums: { a: number; b: number }
  leads: readonly LeadChange[]
}

/** Sums gifts in order. On a tie the previous leader keeps the lead. */
export function cumulate(gifts: readonly PlottedGift[]): Cumulated {
  const lines = { a: [[0, 0] as const], b: [[0, 0] as const] } as Record<'a' | 'b', (readonly [number, number])[]>
  const sums = { a: 0, b: 0 }
  const leads: LeadChange[] = []
  let leader: 'a' | 'b' | null = null
  for (const { atMs, amount, side } of gifts) {
    sums[side] += amount
    lines[side].push([atMs, sums[side]])
    const next: 'a' | 'b' | null = sums.a > sums.b ? 'a' : sums.b > sums.a ? 'b' : leader
    if (leader !== null && next !== null && next !== leader) {
      leads.push({ atMs, to: next, sum: Math.max(sums.a, sums.b) })
    }
    leader = next
  }
  return { ...lines, sums, leads }
}

/** Above this number, each side's gifts within `MERGED_MS` share one hair. */
const MAX_HAIRS = 400
const MERGED_MS = 30_000

export function hairsOf(gifts: readonly PlottedGift[]): readonly PlottedGift[] {
  if (gifts.length <= MAX_HAIRS) return gifts
  const merged = new Map<string, PlottedGift>()
  for (const gift of gifts) {
    const key = `${gift.side} ${Math.floor(gift.atMs / MERGED_MS)}`
    const before = merged.get(key)
    merged.set(key, before ? { ...gift, amount: before.amount + gift.amount } : gift)
  }
  return [...merged.values()].sort((x, y) => x.atMs - y.atMs)
}

/** Places two names beside the ends of their lines: at least `apart`, the greater sum above, neither below `lowest`. */
export function namesOfEnds(
  [a, b]: readonly [number, number],
  { apart, lowest }: { apart: number; lowest: number },
): readonly [number, number] {
  const gap = Math.max(0, apart - Math.abs(a - b)) / 2
  const [nameA, nameB] = a <= b ? [a - gap, b + gap] : [a + gap, b - gap]
  const up = Math.max(0, nameA - lowest, nameB - lowest)
  return [nameA - up, nameB - up]
}

export function axisSteps(top: number): number[] {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, top / 2))))
  const unit = [1, 2, 5, 10].map((factor) => factor * power).find((step) => top / step < 4.5) ?? 10 * power
  return Array.from({ length: Math.floor(top / unit) }, (_, i) => (i + 1) * unit).filter((value) => value < top)
}
