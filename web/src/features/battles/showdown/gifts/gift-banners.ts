export interface HeardGift {
  seq: number
  giverId: string
  name: string
  image: string | null
  side: 0 | 1
  amount: number
  isOwn: boolean
}

/** Gifts of one person to one side in quick succession. */
interface Combo extends Omit<HeardGift, 'seq'> {
  key: string
  count: number
  lastSeq: number
  lastMs: number
  /** Batches within the last `STAYS_MS`. */
  recent: readonly Batch[]
}

interface Batch {
  count: number
  atMs: number
}

export interface HeardGifts {
  combos: readonly Combo[]
  missed: readonly Batch[]
}

export interface GiftBanner extends Omit<HeardGift, 'seq'> {
  key: string
  count: number
  loudness: number
  isLeaving: boolean
}

export interface ShownGifts {
  sides: readonly [readonly GiftBanner[], readonly GiftBanner[]]
  /** Gifts of the last seconds without a banner. */
  more: number
}

export const NO_GIFTS: HeardGifts = { combos: [], missed: [] }

/** Time a banner stays after its last gift. Another gift of the same person within that time adds to it. */
export const STAYS_MS = 4_000
const LEAVES_MS = 300

/** Amounts in Steeze from which a gift is louder. */
const STEPS = [10, 50, 100]

const loudnessOf = (amount: number): number => STEPS.filter((step) => amount >= step).length

/** Adds gifts received at `nowMs` and forgets those no longer shown, so that the state stays small. */
export function hearGifts(known: HeardGifts, gifts: readonly HeardGift[], missed: number, nowMs: number): HeardGifts {
  const oldestMs = nowMs - STAYS_MS
  const isRecent = ({ atMs }: Batch) => atMs > oldestMs
  const combos = new Map(
    known.combos.filter(({ lastMs }) => lastMs > oldestMs).map((combo) => [combo.key, combo] as const),
  )
  const ofSamePerson = new Map([...combos.values()].map((combo) => [`${combo.side} ${combo.giverId}`, combo.key]))
  for (const { seq, ...gift } of gifts.toSorted((a, b) => a.seq - b.seq)) {
    const person = `${gift.side} ${gift.giverId}`
    const key = ofSamePerson.get(person) ?? `${person} ${seq}`
    const before = combos.get(key)
    ofSamePerson.set(person, key)
    combos.set(key, {
      ...gift,
      key,
      amount: (before?.amount ?? 0) + gift.amount,
      count: (before?.count ?? 0) + 1,
      lastSeq: seq,
      lastMs: nowMs,
      recent: counted(before?.recent.filter(isRecent) ?? [], nowMs),
    })
  }
  const newlyMissed = missed > 0 ? [{ count: missed, atMs: nowMs }] : []
  return { combos: [...combos.values()], missed: [...known.missed.filter(isRecent), ...newlyMissed] }
}

function counted(recent: readonly Batch[], nowMs: number): readonly Batch[] {
  const last = recent.at(-1)
  if (last?.atMs !== nowMs) return [...recent, { count: 1, atMs: nowMs }]
  return [...recent.slice(0, -1), { count: last.count + 1, atMs: nowMs }]
}

/**
 * Returns the banners at `nowMs`: per side the viewer's own gifts, then the largest, at most `slots`. The others are
 * counted at once, because waiting gifts would fall behind the score.
 */
export function shownGifts({ combos, missed }: HeardGifts, nowMs: number, slots: number): ShownGifts {
  const oldestMs = nowMs - STAYS_MS
  const live = combos.filter(({ lastMs }) => lastMs > oldestMs)
  const ofSide = (side: 0 | 1) =>
    live
      .filter((combo) => combo.side === side)
      .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.amount - a.amount || b.lastSeq - a.lastSeq)
      .slice(0, slots)
  const chosen = [ofSide(0), ofSide(1)] as const
  const isChosen = new Set(chosen.flat())
  const recent = [...missed, ...live.filter((combo) => !isChosen.has(combo)).flatMap((combo) => combo.recent)]
  const more = recent.filter(({ atMs }) => atMs > oldestMs).reduce((sum, { count }) => sum + count, 0)
  const banner = ({ lastSeq, lastMs, recent: _, ...shown }: Combo): GiftBanner => ({
    ...shown,
    loudness: loudnessOf(shown.amount),
    isLeaving: nowMs >= lastMs + STAYS_MS - LEAVES_MS,
  })
  return { sides: [chosen[0].map(banner), chosen[1].map(banner)], more }
}

export function nextChangeMs({ combos, missed }: HeardGifts, nowMs: number): number | null {
  const moments = [
    ...combos.flatMap(({ lastMs }) => [lastMs + STAYS_MS - LEAVES_MS, lastMs + STAYS_MS]),
    ...[...missed, ...combos.flatMap(({ recent }) => recent)].map(({ atMs }) => atMs + STAYS_MS),
  ].filter((ms) => ms > nowMs)
  return moments.length === 0 ? null : Math.min(...moments)
}

export interface GiftStreamer {
  side: 0 | 1
  loudness: number
  delayMs: number
  isOwn: boolean
}

/** Further gifts of a batch share the last streamer. */
const MAX_STREAMERS = 4
const APART_MS = 120

/** Returns the streamers of a batch: one each for own gifts and the largest, one for all others of a side. */
export function streamersOf(gifts: readonly HeardGift[]): GiftStreamer[] {
  return ([0, 1] as const).flatMap((side) => {
    const sorted = gifts
      .filter((gift) => gift.side === side)
      .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.amount - a.amount)
    const alone = sorted.length <= MAX_STREAMERS ? sorted : sorted.slice(0, MAX_STREAMERS - 1)
    const rest = sorted.slice(alone.length).reduce((sum, { amount }) => sum + amount, 0)
    return [...alone, ...(rest > 0 ? [{ amount: rest, isOwn: false }] : [])].map(
      ({ amount, isOwn }, i): GiftStreamer => ({ side, loudness: loudnessOf(amount), delayMs: i * APART_MS, isOwn }),
    )
  })
}
